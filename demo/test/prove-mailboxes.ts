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
import { writeCondensedCopies } from './condensed-copies.ts';
import { realFolder, realMailboxes } from './real-mailboxes.ts';
import { makeDataDir, removeDataDir, startDemo } from './start-demo.ts';

/**
 * `npm run proof -- mailboxes`: compares the figures of the real mailboxes with a count straight from their
 * files: of all emails in one window, and of a few windows as they were, each from Gmail's stand-in, Dovecot,
 * Cyrus and uploaded files. Takes some minutes. With `--windows` it compares every window of 84 days from the
 * first email to the last, from Gmail's stand-in. With `--cluster` it compares the few windows, from Gmail's
 * stand-in, on a coordinator and two workers.
 */
const day = 86_400_000;
/** A day less than a window: the last day of one is whole only in the next. */
const step = 83;

async function main(): Promise<void> {
  const option = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({ options: { cluster: option, windows: option } });
  if (!existsSync(realFolder)) throw new Error(`There are no mailboxes in ${realFolder}.`);
  const mails = realMailboxes.flatMap(readMails);
  if (values.cluster) await proveOnCluster(mails);
  else if (values.windows) await proveWindows(mails);
  else await proveServices(mails);
}

async function proveServices(mails: CountedMail[]): Promise<void> {
  const condensed = await proveCondensedCopies();
  const services: ServiceComparison[] = [];
  for (const end of fewEnds(mails)) {
    services.push(...(await compareServices(realMailboxes, mails, shiftTo(end), report)));
  }
  await print(`# The real mailboxes, counted twice

${method}

${describeCondensed(condensed, mails)}

${describeServices(services)}`);
  const all = [...condensed, ...services];
  conclude(all, mails.length);
  const unlike = all.flatMap(({ unlikeGmail }) => unlikeGmail);
  // Gmail's stand-in, two mail servers, and files.
  const isComplete = new Set(all.map(({ service }) => service)).size === 4;
  const areAll = condensed.every(({ counted }) => counted.size === mails.length);
  if (unlike.length > 0 || !isComplete || !areAll) process.exitCode = 1;
}

function report(one: ServiceComparison): void {
  console.error(serviceLine(one));
  for (const difference of one.differences) console.error(`  ${difference}`);
}

async function proveWindows(mails: CountedMail[]): Promise<void> {
  const found: Comparison[] = [];
  const { first, last } = timesOf(mails);
  // The newest window first: the shift that the demo chooses by itself. A window ends up to a day
  // later than requested, since mail is moved by whole days.
  for (let end = last; end > first - day; end -= step * day) {
    found.push(await compareWindow(shiftTo(end), mails));
  }
  await print(`# The real mailboxes in every window, counted twice

All windows from the first email to the last, each of which begins on the last day of the one before.

${method}

${describeWindows(found, mails)}`);
  const counted = countedIn(found);
  const missed = mails.filter((mail) => !counted.has(mail));
  for (const { messageId, date } of missed) {
    console.error(`Never counted: ${messageId} of ${date.toISOString()}`);
  }
  conclude(found, mails.length);
  if (missed.length > 0) process.exitCode = 1;
}

/** All emails at once, as contact with people. */
async function proveCondensedCopies(): Promise<ServiceComparison[]> {
  const folder = makeTemporaryFolder('copies');
  try {
    const boxes = writeCondensedCopies(folder, realMailboxes);
    return await compareServices(boxes, boxes.flatMap(readMails), 0, report);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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

${method}

${describeWindows(found, mails)}`);
    conclude(found, mails.length);
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
function conclude(found: readonly Comparison[], total: number): void {
  const differences = found.flatMap((one) => one.differences);
  const counted = Math.max(countedIn(found).size, ...found.map((one) => one.counted.size));
  console.log(`${Math.min(counted, total)} of ${total} mails, ${differences.length} differences`);
  if (differences.length > 0) process.exitCode = 1;
}

const countedIn = (found: readonly Comparison[]) =>
  new Set(found.flatMap((one) => [...one.counted]));

const line = ({ firstDay, lastDay, counted, accounts, compared, differences }: Comparison) =>
  `| ${firstDay} to ${lastDay} | ${counted.size} | ${accounts} | ${compared} | ${differences.length} |`;

const serviceLine = ({ service, unlikeGmail, ...comparison }: ServiceComparison) => {
  const { firstDay, lastDay, counted, accounts, people, compared, differences } = comparison;
  return `| ${service} | ${firstDay} to ${lastDay} | ${counted.size} | ${accounts} | ${people} | ${compared} | ${differences.length} | ${unlikeGmail.length} |`;
};

const print = async (text: string) =>
  console.log(await format(text, { parser: 'markdown', printWidth: 100 }));

const method = `Four people's mailboxes go through the whole product; what each account then shows
(mails by day of America/New_York and side, the bubbles of 21 days, the number of activities, the conversations, the people
with their days in touch and the last contact by either side, and the same of the account) is
compared with a count straight from the files that uses no code of the product
(\`demo/test/count-mbox.ts\`, \`count-relations.ts\`). What an upload shows before it is imported is compared as well.
A window has 84 days; a mail that two people have is two mails here and one in a figure.`;

const refusedIn = (found: readonly Comparison[]) =>
  `The product makes no account for these, free-mail providers and names under which anybody can register:
${[...new Set(found.flatMap((one) => one.refused))].sort().join(', ')}.`;

const sumOf = <One extends Comparison>(found: readonly One[], of: (one: One) => number) =>
  found.reduce((sum, one) => sum + of(one), 0);

const describeWindows = (found: readonly Comparison[], mails: readonly CountedMail[]) =>
  `**${countedIn(found).size} of ${mails.length} emails counted at least once, ${sumOf(found, (one) => one.compared)} figures
compared, ${sumOf(found, (one) => one.differences.length)} different.**

${refusedIn(found)}

| Window | Mails | Accounts | Figures | Different |
| --- | ---: | ---: | ---: | ---: |
${found.toReversed().map(line).join('\n')}`;

const serviceTable = (found: readonly ServiceComparison[]) =>
  `| From | Window | Mails | Accounts | People | Figures | Different | Accounts unlike Gmail's |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
${found.map(serviceLine).join('\n')}`;

const describeServices = (services: readonly ServiceComparison[]) =>
  `## A few windows, as the emails were

From Gmail's stand-in, Dovecot, Cyrus, and mbox files with the emails of the window that each of the four uploads: compared
with the files, as above, and with what Gmail's stand-in gave (activities, their sides and contributors, conversations,
bubbles and counts of each account). All of these emails came through a mailing list, so they are contact with no one.

${serviceTable(services)}`;

const describeCondensed = (
  condensed: readonly ServiceComparison[],
  mails: readonly CountedMail[],
) =>
  `## All emails in one window

All ${mails.length} emails from each service, at the same share of eighty days as of the seven years, and without the headers
that a mailing list adds, so that they are contact with people:
**${sumOf(condensed, (one) => one.compared)} figures compared, ${sumOf(condensed, (one) => one.differences.length)} different.**

${refusedIn(condensed)}

${serviceTable(condensed)}`;

await main();
