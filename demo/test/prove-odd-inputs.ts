import { readFileSync } from 'node:fs';
import path from 'node:path';
import { growthFaults } from '../../apps/server/test/odd-inputs/growing-inputs.ts';
import {
  hasOddInputs,
  readCalendarCases,
  readMailCases,
} from '../../apps/server/test/odd-inputs/read-cases.ts';
import { wrongFile, wrongMails, wrongMeetings } from './odd-inputs/compare-shown.ts';
import { decidedOtherwise, noUploads } from './odd-inputs/decided-otherwise.ts';
import { formatCases } from './odd-inputs/format-cases.ts';
import { peopleCases, wrongPeople } from './odd-inputs/people-cases.ts';
import { readShown } from './odd-inputs/read-shown.ts';
import { startProduct } from './odd-inputs/start-product.ts';
import { readMutations, uploadMutations } from './odd-inputs/try-mutations.ts';
import { createUploaders, saidOf, type Uploader } from './odd-inputs/uploaders.ts';

/**
 * `npm run proof -- odd-inputs`: uploads the inputs that people had problems with to a running server, as a user
 * does, and compares what it shows with the right results; then the same inputs changed in random ways.
 */
const seed = 37;
/** Cases at the same time. */
const lanes = 4;
const changed = { read: 5_000, uploaded: 300 };

interface Outcome {
  id: string;
  problem: string;
  wrong: string[];
}

if (!hasOddInputs) throw new Error('There are no inputs in ../shared/data/odd-inputs.');
const write = (line: string) => void process.stdout.write(`${line}\n`);
const product = await startProduct();
const outcomes: Outcome[] = [];

/** A case, which says what is not right about what is shown. */
interface Case {
  id: string;
  problem: string;
  /** How many files are uploaded, and by whom where that matters. */
  uploads: number;
  by?: string;
  wrong: (uploader: Uploader) => Promise<string[]>;
}

/** Runs the cases, a few at a time. */
async function tryCases(cases: readonly Case[], lanes: number): Promise<void> {
  const left = [...cases];
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      const uploaderOf = createUploaders(product, lane);
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const { id, problem, uploads, by, wrong: run } = next;
        const wrong = await uploaderOf(uploads, by)
          .then(run)
          .catch((error: unknown) => [`fails: ${String(error)}`]);
        outcomes.push({ id, problem, wrong });
        if (wrong.length > 0) process.stderr.write(`${id}: ${wrong.join('; ')}\n`);
      }
    }),
  );
}

/** Tracks the company's domain, uploads the files, and reads what the account shows. */
async function upload(
  { account, client, upload: send }: Uploader,
  domain: string,
  files: readonly [name: string, content: Buffer][],
) {
  const accountId = await account(domain);
  if (accountId === undefined) throw new Error(`${domain} is refused.`);
  const uploaded = [];
  for (const [name, content] of files) uploaded.push(await send(name, content));
  const shown = await readShown(client, accountId, uploaded);
  return { shown, said: uploaded.map(saidOf).join(' ').trim() };
}

const fileOf = (file: string): [string, Buffer] => [path.basename(file), readFileSync(file)];
const withSaid = (wrong: string[], said: string) =>
  wrong.length > 0 && said !== '' ? [...wrong, `it says “${said}”`] : wrong;

const allCases = (): Case[] => [
  ...readMailCases()
    .filter(({ id }) => peopleCases.every((one) => one.id !== id))
    .map(({ id, problem, expected = {}, mails }) => ({
      id,
      problem,
      uploads: mails.length,
      wrong: async (uploader: Uploader) => {
        const { shown, said } = await upload(uploader, `${id}.example`, mails.map(fileOf));
        return withSaid(wrongMails(shown, expected, mails.length), said);
      },
    })),
  ...readCalendarCases().map((one) => ({
    id: `${one.id}.ics`,
    problem: one.problem,
    uploads: 1,
    // Which meetings are left out depends on whose calendar it is.
    ...(one.expected.length === 0 && { by: 'theo.lindqvist' }),
    wrong: async (uploader: Uploader) => {
      const { shown, said } = await upload(uploader, `${one.id}.example`, [fileOf(one.file)]);
      return withSaid(wrongMeetings(shown, one), said);
    },
  })),
  ...formatCases().map((one) => ({
    id: one.id,
    problem: one.problem,
    uploads: 1,
    wrong: async (uploader: Uploader) => {
      const { shown, said } = await upload(uploader, one.domain, [[one.name, one.content]]);
      return withSaid(wrongFile(shown, said, one), said);
    },
  })),
  ...peopleCases.map((one) => ({
    id: one.id,
    problem: one.problem,
    uploads: one.mails.length,
    by: 'mara.ellison',
    wrong: (uploader: Uploader) => wrongPeople(uploader, one),
  })),
];

try {
  const begun = Date.now();
  // The server mostly waits for its next look at the uploads.
  const reading = readMutations(changed.read, seed);
  const cases = allCases();
  await tryCases(
    cases.filter(({ by }) => by === undefined),
    lanes,
  );
  // A person uploads one file at a time.
  await tryCases(
    cases.filter(({ by }) => by !== undefined),
    1,
  );
  outcomes.sort((one, other) => one.id.localeCompare(other.id));
  const uploads = Date.now() - begun;
  const wrong = outcomes.filter((one) => one.wrong.length > 0 && !decidedOtherwise[one.id]);
  const decided = outcomes.filter((one) => one.wrong.length > 0 && decidedOtherwise[one.id]);
  write(`# Inputs that people had problems with

Each is uploaded to a running server, imported, and read from the timeline and the activities.

${outcomes.length} cases in ${Math.round(uploads / 1_000)} s: ${outcomes.length - wrong.length - decided.length} right, ${decided.length} decided otherwise, ${wrong.length} wrong.
`);
  for (const { id, problem } of decided) {
    write(`- ${id} (${problem}) is decided otherwise. ${decidedOtherwise[id]}.`);
  }
  for (const [what, where] of Object.entries(noUploads)) write(`- No upload: ${what}. ${where}.`);
  for (const one of wrong) write(`- WRONG: ${one.id} (${one.problem}): ${one.wrong.join('; ')}`);

  const random = await createUploaders(product, lanes)(50, 'changed');
  const sent = await uploadMutations(random, product.workspaceId, changed.uploaded, seed);
  const isUp = await product.isUp();
  const read = await reading;
  for (const fault of [...sent.faults, ...read.faults]) process.stderr.write(`${fault}\n`);
  const grown = await growthFaults();
  write(`
## Changed in random ways (seed ${seed})

Cut, pieces taken out and repeated, line ends doubled and removed, other charsets, other orders of headers, nested,
bytes changed; every one is read or named, and the same twice is one.

- ${read.count} read by themselves, twice each: ${read.faults.length} faults.
- ${sent.count} uploaded in archives, twice each: ${sent.faults.length} faults; the server ${isUp ? 'runs' : 'ENDED'}.
- ${grown.count} made 256 KB and 1 MB long: ${grown.faults.length} take more than in proportion; the slowest megabyte takes ${grown.slowestMs < 1_000 ? 'less than a second' : `${(grown.slowestMs / 1_000).toFixed(1)} s`}.`);
  const faults = [...sent.faults, ...read.faults, ...grown.faults];
  for (const fault of faults) write(`- WRONG: ${fault}`);
  if (wrong.length + faults.length > 0 || !isUp) process.exitCode = 1;
} finally {
  await product.stop();
}
// The threads that read emails are kept for the next one.
process.exit();
