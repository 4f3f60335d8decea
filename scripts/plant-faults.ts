import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { allFaults, faultFolders } from './planted-faults/all-faults.ts';
import type { PlantedFault } from './planted-faults/planted-fault.ts';

/**
 * `npm run plant-faults`: makes known mistakes in the product and reports which of them its
 * tests notice; to be run before and after tests are moved or merged. `npm run
 * plant-faults -- transcript` plants only those with that word in their name or in the paths of their tests.
 *
 * Faults that different test files have to notice are planted together. The sources are restored
 * after each run, also when it is interrupted.
 */
const root = path.join(import.meta.dirname, '..');

/** The product's own code, by path. */
function readSources(): Map<string, string> {
  const files = faultFolders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
      .map((name) => path.join(root, folder, name)),
  );
  return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
}

/** The file that contains a fault's text now, wherever it was moved to; undefined for none or many. */
function fileOf(sources: ReadonlyMap<string, string>, { find }: PlantedFault): string | undefined {
  const holding = [...sources].filter(([, text]) => text.includes(find));
  const [file, text = ''] = holding[0] ?? [];
  return holding.length === 1 && text.split(find).length === 2 ? file : undefined;
}

/** Groups of faults of which no two are for the same test file, nor in the same source. */
function together(placed: ReadonlyMap<PlantedFault, string>): PlantedFault[][] {
  const groups: { faults: PlantedFault[]; taken: Set<string> }[] = [];
  for (const [fault, file] of placed) {
    const wanted = [file, ...fault.tests];
    const free = groups.find(({ taken }) => wanted.every((one) => !taken.has(one)));
    const group = free ?? { faults: [], taken: new Set<string>() };
    if (free === undefined) groups.push(group);
    group.faults.push(fault);
    for (const one of wanted) group.taken.add(one);
  }
  return groups.map((group) => group.faults);
}

/** Runs the test files with these words in their paths and gives the paths of those that fail. */
async function failingTests(words: readonly string[]): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'planted-faults-'));
  const report = path.join(folder, 'report.json');
  try {
    const child = spawn(
      'node_modules/.bin/vitest',
      [
        'run',
        '--reporter=json',
        `--outputFile=${report}`,
        '--project=web*',
        '--project=domain',
        '--project=server*',
        ...words,
      ],
      { cwd: root, stdio: 'ignore' },
    );
    await once(child, 'close');
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: { name: string; status: string }[];
    };
    return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const sources = readSources();
const restore = () => {
  for (const file of new Set(placed.values())) writeFileSync(file, sources.get(file) ?? '');
};
const words = process.argv.slice(2);
const chosen = allFaults.filter(({ name, tests }) =>
  words.every((word) => [name, ...tests].some((one) => one.includes(word))),
);
const placed = new Map<PlantedFault, string>();
for (const fault of chosen) {
  const file = fileOf(sources, fault);
  if (file === undefined) console.log(`OUT OF DATE  ${fault.name}`);
  else placed.set(fault, file);
}
process.on('exit', restore);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const testsOf = (faults: Iterable<PlantedFault>) => [
  ...new Set([...faults].flatMap(({ tests }) => tests)),
];
const isAmong = (files: readonly string[], { tests }: PlantedFault) =>
  files.some((file) => tests.some((test) => file.includes(test)));

/** The test files that fail without any fault, also the second time: a busy machine makes some late. */
async function failingBefore(): Promise<string[]> {
  const first = await failingTests(testsOf(placed.keys()));
  return first.length === 0 ? [] : failingTests(first.map((file) => path.relative(root, file)));
}

const before = await failingBefore();
for (const fault of [...placed.keys()].filter((one) => isAmong(before, one))) {
  console.log(`NOT TRIED  ${fault.name}: its tests fail without it`);
  placed.delete(fault);
}
let found = 0;
for (const group of together(placed)) {
  for (const fault of group) {
    const file = placed.get(fault) ?? '';
    writeFileSync(
      file,
      (sources.get(file) ?? '').replace(fault.find, () => fault.replace),
    );
  }
  const failing = await failingTests(testsOf(group));
  restore();
  for (const fault of group) {
    const isFound = isAmong(failing, fault);
    if (isFound) found += 1;
    console.log(`${isFound ? 'found ' : 'MISSED'}  ${fault.name}`);
  }
}
console.log(`${found} of ${chosen.length} found`);
if (found < chosen.length) process.exitCode = 1;
