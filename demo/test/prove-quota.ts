import path from 'node:path';
import { writeDenseMailbox } from './dense-mailbox.ts';
import { measureGets, type MeasuredGets } from './measure-gets.ts';
import { makeDataDir, removeDataDir } from './start-demo.ts';

/**
 * `npm run proof -- quota`: 11 accounts are added one at a time to a mailbox of real emails, and the
 * sandbox counts the requests. Then the same with fewer emails under Google's quota, which the
 * product respects by limiting its own rate at its default settings. Takes some minutes.
 *
 *   node demo/test/prove-quota.ts [MAILS_UNDER_QUOTA]
 */
const maxGets = 1.05;
const everything = 100_000;
const underQuota = Number(process.argv[2] ?? 500);
/** The number of get requests alone that Google allows in a minute: 6,000 units at 20. */
const getsPerMinute = 300;

async function measure(maximum: number, quota: 'on' | 'off'): Promise<MeasuredGets> {
  const folder = makeDataDir();
  try {
    const file = path.join(folder, 'dense.mbox.gz');
    writeDenseMailbox(file, maximum);
    return await measureGets(path.join(folder, 'data'), file, { quota, accounts: 11 });
  } finally {
    removeDataDir(folder);
  }
}

/** The cost of a request for a conversation, in get requests. */
const getsPerThread = 2;

const perMail = ({ discovery, adding, stored }: MeasuredGets) => (discovery + adding) / stored;
const costPerMail = (one: MeasuredGets) =>
  perMail(one) + (one.threads * getsPerThread) / one.stored;
const row = (quota: string, one: MeasuredGets) =>
  `| ${[
    quota,
    one.mails,
    one.stored,
    one.expected,
    one.adding,
    one.discovery,
    perMail(one).toFixed(3),
    one.threads,
    costPerMail(one).toFixed(3),
    one.refused,
    `${one.seconds} s`,
  ].join(' | ')} |`;

const free = await measure(everything, 'off');
console.error(row('off', free));
const paced = await measure(underQuota, 'on');
const gets = paced.discovery + paced.adding + paced.threads * getsPerThread;
/** The first minute's share is there at once. */
const fastest = Math.max(0, Math.ceil(gets / getsPerMinute) - 1) * 60;
console.log(`# Reading each mail once, at Google's pace

Real mails of four colleagues, each once, dated evenly over the last 80 days. The mailbox is connected,
then 11 accounts are added one at a time, each read to its end. The sandbox counts \`messages.get\`: those
of adding accounts, and those of discovery, which reads the heads of the last 14 days when the mailbox is
connected. Of a conversation with several mails discovery reads all heads with one \`threads.get\`, which
costs the quota as much as two gets; "cost" counts it so.

| Quota | Mails | Stored | In the file | Gets | Gets of discovery | Gets per stored mail | Conversations | Cost per stored mail, in gets | Refused | Time |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${row('none', free)}
${row("Google's", paced)}

At most ${maxGets} gets for each stored mail of the whole mailbox, heads included; in the part of it that is read
under the quota, the newest mail, looked at once for each account, and the heads weigh more. Under the quota (6,000 units a minute and person, 20 for a
get, and no span of a minute sees more) the product ran with its default settings; the cost of ${gets} gets takes ${fastest}
seconds at the least.`);
const problems = [free, paced].flatMap((one) => [
  ...(one.stored === one.expected ? [] : [`${one.stored} are stored, not ${one.expected}`]),
  ...(one.adding / one.stored <= maxGets ? [] : [`${one.adding} gets for ${one.stored} mails`]),
]);
if (perMail(free) > maxGets) problems.push(`${perMail(free)} gets for each stored mail`);
if (paced.seconds < fastest) problems.push('it was faster than the quota allows');
for (const problem of problems) console.log(`\nProblem: ${problem}.`);
process.exitCode = problems.length > 0 ? 1 : 0;
