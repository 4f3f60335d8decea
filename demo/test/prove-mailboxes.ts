import { existsSync } from 'node:fs';
import { format } from 'prettier';
import { type Comparison, compareFigures } from './compare-figures.ts';
import { compareServices, type ServiceComparison } from './compare-services.ts';
import { type CountedMail, readMails } from './count-mbox.ts';
import { realFolder, realMailboxes } from './real-mailboxes.ts';
import { makeDataDir, removeDataDir, startDemo } from './start-demo.ts';

/**
 * `npm run proof:mailboxes`: compares the figures of the real mailboxes in every window of 84 days
 * from their first email to their last, so that each email is counted at least once; and in some of
 * these windows what Gmail's stand-in, Dovecot, Cyrus and uploaded files give with the same emails. Takes some
 * minutes.
 */
const day = 86_400_000;
/** A day less than a window: the last day of one is whole only in the next. */
const step = 83;

async function main(): Promise<void> {
  if (!existsSync(realFolder)) throw new Error(`There are no mailboxes in ${realFolder}.`);
  const perBox = realMailboxes.map(({ file }) => readMails(file));
  const mails = perBox.flat();
  const times = mails.map(({ date }) => date.getTime());
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const found: Comparison[] = [];
  // The newest window first: the shift that the demo chooses by itself. A window ends up to a day
  // later than requested, since mail is moved by whole days.
  for (let end = last; end > first - day; end -= step * day) {
    const comparison = await compareWindow(Math.floor((Date.now() - end) / day), mails);
    console.error(line(comparison));
    for (const difference of comparison.differences) console.error(`  ${difference}`);
    found.push(comparison);
  }
  const counted = new Set(found.flatMap((one) => [...one.counted]));
  const services: ServiceComparison[] = [];
  // The newest emails, and the busiest quarters.
  for (const end of [last, Date.parse('2019-11-20'), Date.parse('2021-11-30')]) {
    const shiftDays = Math.floor((Date.now() - end) / day);
    for (const one of await compareServices(realMailboxes, mails, shiftDays)) {
      console.error(serviceLine(one));
      services.push(one);
    }
  }
  await report(found, mails, counted, services);
  const missed = mails.filter((mail) => !counted.has(mail));
  for (const { messageId, date } of missed) {
    console.error(`Never counted: ${messageId} of ${date.toISOString()}`);
  }
  const differences = [...found, ...services].flatMap((one) => one.differences);
  const unlike = services.flatMap(({ unlikeGmail }) => unlikeGmail);
  console.log(`${counted.size} of ${mails.length} mails, ${differences.length} differences`);
  // Gmail's stand-in, two mail servers, and files.
  const isComplete = new Set(services.map(({ service }) => service)).size === 4;
  if (differences.length + missed.length + unlike.length > 0 || !isComplete) process.exitCode = 1;
}

async function compareWindow(shiftDays: number, mails: CountedMail[]): Promise<Comparison> {
  const dataDir = makeDataDir();
  const boxes = realMailboxes.flatMap(({ address, file }) => ['--mailbox', `${address}=${file}`]);
  const demo = await startDemo(dataDir, [...boxes, `--shift-days=${shiftDays}`]);
  try {
    const addresses = realMailboxes.map(({ address }) => address);
    return await compareFigures(demo.ready, addresses, mails);
  } finally {
    await demo.end('SIGTERM');
    removeDataDir(dataDir);
  }
}

const line = ({ firstDay, lastDay, counted, accounts, compared, differences }: Comparison) =>
  `| ${firstDay} to ${lastDay} | ${counted.size} | ${accounts} | ${compared} | ${differences.length} |`;

const serviceLine = ({ service, unlikeGmail, ...comparison }: ServiceComparison) =>
  `| ${service} ${line(comparison)} ${unlikeGmail.length} |`;

async function report(
  found: readonly Comparison[],
  mails: readonly CountedMail[],
  counted: ReadonlySet<CountedMail>,
  services: readonly ServiceComparison[],
): Promise<void> {
  const sum = (of: (one: Comparison) => number) => found.reduce((all, one) => all + of(one), 0);
  const refused = [...new Set(found.flatMap((one) => one.refused))].sort();
  const text = `# The real mailboxes, counted twice

Four people's mailboxes go through the whole product, window by window; what each account then shows
(mails by day of America/New_York and side, the bubbles of 21 days, the number of activities) is
compared with a count straight from the files that uses no code of the product
(\`demo/test/count-mbox.ts\`).

**${counted.size} of ${mails.length} emails counted at least once, ${sum((one) => one.compared)} figures
compared, ${sum((one) => one.differences.length)} different.** A window has 84 days and begins on the
last day of the one before; a mail that two people have is two mails here and one in a figure.

The product makes no account for these, free-mail providers and names under which anybody can register:
${refused.join(', ')}.

| Window | Mails | Accounts | Figures | Different |
| --- | ---: | ---: | ---: | ---: |
${found.toReversed().map(line).join('\n')}

## The same mails on mail servers and as files

Gmail's stand-in, Dovecot, Cyrus, and mbox files with the emails of the window that each of the four uploads: compared
with the files, as above, and with what Gmail's stand-in gave
(activities, their sides and contributors, conversations, bubbles and counts of each account).

| From | Window | Mails | Accounts | Figures | Different | Accounts unlike Gmail's |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
${services.map(serviceLine).join('\n')}
`;
  console.log(await format(text, { parser: 'markdown', printWidth: 100 }));
}

await main();
