import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { format } from 'prettier';
import { createDistributedDatabase } from '../../apps/server/test/cluster/create-distributed-database.ts';
import {
  missingCluster,
  startTestCluster,
  type TestCluster,
} from '../../apps/server/test/cluster/start-test-cluster.ts';
import { makeTemporaryFolder } from '../../apps/server/test/temporary-folder.ts';
import { type Comparison, compareFigures } from './compare-figures.ts';
import { compareServices, type ServiceComparison } from './compare-services.ts';
import { type CountedMail, readMails } from './count-mbox.ts';
import { writeDirectCopies } from './direct-copies.ts';
import { realFolder, realMailboxes } from './real-mailboxes.ts';
import { makeDataDir, removeDataDir, startDemo } from './start-demo.ts';

/**
 * `npm run proof -- mailboxes`: compares the figures of the real mailboxes in every window of 84 days
 * from their first email to their last, so that each email is counted at least once; and in some of
 * these windows what Gmail's stand-in, Dovecot, Cyrus and uploaded files give with the same emails. Takes some
 * minutes. With `--cluster` it compares only those windows, from Gmail's stand-in, on a coordinator and two workers.
 */
const day = 86_400_000;
/** A day less than a window: the last day of one is whole only in the next. */
const step = 83;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { cluster: { type: 'boolean', default: false } } });
  if (!existsSync(realFolder)) throw new Error(`There are no mailboxes in ${realFolder}.`);
  const mails = realMailboxes.flatMap(readMails);
  await (values.cluster ? proveOnCluster(mails) : proveOnOneNode(mails));
}

async function proveOnOneNode(mails: CountedMail[]): Promise<void> {
  const found: Comparison[] = [];
  const { first, last } = timesOf(mails);
  // The newest window first: the shift that the demo chooses by itself. A window ends up to a day
  // later than requested, since mail is moved by whole days.
  for (let end = last; end > first - day; end -= step * day) {
    found.push(await compareWindow(shiftTo(end), mails));
  }
  const services: ServiceComparison[] = [];
  for (const end of fewEnds(mails)) {
    for (const one of await compareServices(realMailboxes, mails, shiftTo(end))) {
      console.error(serviceLine(one));
      services.push(one);
    }
  }
  const direct = await proveDirectCopies();
  await print(`# The real mailboxes, counted twice

All windows from the first email to the last, each of which begins on the last day of the one before.

${describeWindows(found, mails)}

${describeServices(services)}

${describeDirect(direct)}`);
  const counted = countedIn(found);
  const missed = mails.filter((mail) => !counted.has(mail));
  for (const { messageId, date } of missed) {
    console.error(`Never counted: ${messageId} of ${date.toISOString()}`);
  }
  conclude([...found, ...services, ...direct], mails);
  const unlike = [...services, ...direct].flatMap(({ unlikeGmail }) => unlikeGmail);
  // Gmail's stand-in, two mail servers, and files.
  const isComplete = new Set(services.map(({ service }) => service)).size === 4;
  if (missed.length + unlike.length > 0 || !isComplete) process.exitCode = 1;
}

/** The busiest windows once more, with emails that are contact with people. */
async function proveDirectCopies(): Promise<ServiceComparison[]> {
  const folder = makeTemporaryFolder('direct');
  const found: ServiceComparison[] = [];
  try {
    const boxes = writeDirectCopies(folder, realMailboxes);
    const mails = boxes.flatMap(readMails);
    for (const end of fewEnds(mails)) {
      found.push(...(await compareServices(boxes, mails, shiftTo(end))));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  for (const one of found) console.error(serviceLine(one));
  return found;
}

async function proveOnCluster(mails: CountedMail[]): Promise<void> {
  if (missingCluster !== undefined) return console.log(`Skipped: ${missingCluster}.`);
  const folder = makeTemporaryFolder('cluster');
  const cluster = await startTestCluster(folder);
  try {
    const found: Comparison[] = [];
    for (const end of fewEnds(mails)) found.push(await compareWindow(shiftTo(end), mails, cluster));
    await print(`# The real mailboxes on a coordinator and two workers

Three windows, of the newest emails and of the busiest quarters, each with a database that is distributed over the three nodes.

${describeWindows(found, mails)}`);
    conclude(found, mails);
  } finally {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function timesOf(mails: readonly CountedMail[]) {
  const times = mails.map(({ date }) => date.getTime());
  return { first: Math.min(...times), last: Math.max(...times) };
}

/** Ends of windows: of the newest emails, and of the busiest quarters. */
const fewEnds = (mails: readonly CountedMail[]) => [
  timesOf(mails).last,
  Date.parse('2019-11-20'),
  Date.parse('2021-11-30'),
];

const shiftTo = (end: number) => Math.floor((Date.now() - end) / day);

async function compareWindow(
  shiftDays: number,
  mails: CountedMail[],
  cluster?: TestCluster,
): Promise<Comparison> {
  const database = cluster && (await createDistributedDatabase(cluster));
  const dataDir = makeDataDir();
  const boxes = realMailboxes.flatMap(({ address, file }) => ['--mailbox', `${address}=${file}`]);
  const demo = await startDemo(
    dataDir,
    [...boxes, `--shift-days=${shiftDays}`],
    database && { DEMO_DATABASE_URL: database.url },
  );
  try {
    const addresses = realMailboxes.map(({ address }) => address);
    const comparison = await compareFigures(demo.ready, addresses, mails);
    console.error(line(comparison));
    for (const difference of comparison.differences) console.error(`  ${difference}`);
    return comparison;
  } finally {
    await demo.end('SIGTERM');
    removeDataDir(dataDir);
    await database?.drop();
  }
}

/** Fails if a figure is different. */
function conclude(found: readonly Comparison[], mails: readonly CountedMail[]): void {
  const differences = found.flatMap((one) => one.differences);
  console.log(
    `${countedIn(found).size} of ${mails.length} mails, ${differences.length} differences`,
  );
  if (differences.length > 0) process.exitCode = 1;
}

const countedIn = (found: readonly Comparison[]) =>
  new Set(found.flatMap((one) => [...one.counted]));

const line = ({ firstDay, lastDay, counted, accounts, compared, differences }: Comparison) =>
  `| ${firstDay} to ${lastDay} | ${counted.size} | ${accounts} | ${compared} | ${differences.length} |`;

const serviceLine = ({ service, unlikeGmail, ...comparison }: ServiceComparison) =>
  `| ${service} ${line(comparison)} ${unlikeGmail.length} |`;

const print = async (text: string) =>
  console.log(await format(text, { parser: 'markdown', printWidth: 100 }));

function describeWindows(found: readonly Comparison[], mails: readonly CountedMail[]): string {
  const sum = (of: (one: Comparison) => number) => found.reduce((all, one) => all + of(one), 0);
  const refused = [...new Set(found.flatMap((one) => one.refused))].sort();
  return `Four people's mailboxes go through the whole product, window by window; what each account then shows
(mails by day of America/New_York and side, the bubbles of 21 days, the number of activities, the conversations, the people
with their days in touch and the last contact by either side) is
compared with a count straight from the files that uses no code of the product
(\`demo/test/count-mbox.ts\`, \`count-relations.ts\`). What an upload shows before it is imported is compared as well.

**${countedIn(found).size} of ${mails.length} emails counted at least once, ${sum((one) => one.compared)} figures
compared, ${sum((one) => one.differences.length)} different.** A window has 84 days;
a mail that two people have is two mails here and one in a figure.

The product makes no account for these, free-mail providers and names under which anybody can register:
${refused.join(', ')}.

| Window | Mails | Accounts | Figures | Different |
| --- | ---: | ---: | ---: | ---: |
${found.toReversed().map(line).join('\n')}`;
}

const describeServices = (services: readonly ServiceComparison[]) =>
  `## The same mails on mail servers and as files

Gmail's stand-in, Dovecot, Cyrus, and mbox files with the emails of the window that each of the four uploads: compared
with the files, as above, and with what Gmail's stand-in gave
(activities, their sides and contributors, conversations, bubbles and counts of each account).

| From | Window | Mails | Accounts | Figures | Different | Accounts unlike Gmail's |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
${services.map(serviceLine).join('\n')}`;

const describeDirect = (direct: readonly ServiceComparison[]) =>
  `## As if no mailing list had sent them

All of these emails came through a mailing list, so they are contact with no one. Without the headers that a list adds they are:
${direct.reduce((sum, { people }) => sum + people, 0)} people with their days in touch, the last by us and the last by them.

| From | Window | Mails | Accounts | Figures | Different | Accounts unlike Gmail's |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
${direct.map(serviceLine).join('\n')}`;

await main();
