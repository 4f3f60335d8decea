import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readJourneys } from './read-journeys.ts';
import { shortForm } from './short-form.ts';
import { skippedTests } from './skipped-tests.ts';
import { missingCluster } from './start-test-cluster.ts';
import type { TestReport, TestResult } from './test-report.ts';

/**
 * `npm run proof -- cluster`: the server's tests with their databases distributed over a Citus cluster of
 * a coordinator and two workers, which it starts. Names the tests that fail by what the database says.
 * Exit code 1 if any does. `--journeys` runs the journeys in the browser instead, on a server whose database is
 * distributed; they need `npm run build`. `npm run check:cluster` runs only the files of `shortForm`, and arguments
 * choose files as those of vitest and Playwright do. `--report FILE`, any number of times, describes what runs in
 * parts have reported.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    journeys: { type: 'boolean', default: false },
    report: { type: 'string', multiple: true, default: [] },
  },
});

const repository = path.resolve(import.meta.dirname, '../../../..');
const write = (line: string) => void process.stdout.write(`${line}\n`);

if (values.report.length === 0 && missingCluster !== undefined) {
  write(`Skipped: ${missingCluster}.`);
} else {
  const files = positionals.length > 0 ? positionals : values.short ? shortForm : [];
  const execute = values.journeys ? runJourneys : runRepeatingTests;
  const report =
    values.report.length === 0 ? await execute(files) : await readReports(values.report);
  describe(report);
  const stale = describeSkipped(report);
  if (stale.length > 0)
    write(`\nIn the list of skipped tests, but none of theirs: ${stale.join(', ')}`);
  const isEmpty = report.testResults.length === 0;
  if (isEmpty || stale.length > 0 || report.testResults.some(hasFailed)) process.exitCode = 1;
}

async function readReports(names: readonly string[]): Promise<TestReport> {
  const texts = await Promise.all(names.map((name) => readFile(name, 'utf8')));
  return mergeReports(texts.map((text) => JSON.parse(text) as TestReport));
}

/** Of a file that several have, the last one counts. */
function mergeReports(reports: readonly TestReport[]): TestReport {
  const results = reports.flatMap(({ testResults }) => testResults);
  return { testResults: [...new Map(results.map((result) => [result.name, result])).values()] };
}

/** So many that fail are not a coincidence. */
const MAX_REPEATED_FILES = 2;

/** In CI, files that failed run once more on a new cluster, and are named; see docs/decisions/tests.md. */
async function runRepeatingTests(files: readonly string[]): Promise<TestReport> {
  const report = await runTests(files);
  const failed = report.testResults.filter(hasFailed);
  const isRepeated =
    process.env['REPEAT_FAILED_TESTS'] !== undefined &&
    failed.length > 0 &&
    failed.length <= MAX_REPEATED_FILES &&
    !failed.some(hasFailedProperty);
  if (!isRepeated) return report;
  const names = failed.map(({ name }) => path.relative(repository, name));
  write(`\nREPEATED on a cluster, since they failed: ${names.join(', ')}`);
  describe({ testResults: failed });
  return mergeReports([report, await runTests(names)]);
}

/** A failed property has found a defect. */
const hasFailedProperty = ({ assertionResults }: TestReport['testResults'][number]): boolean =>
  assertionResults.some(({ failureMessages }) =>
    failureMessages.some((message) => message.includes('Property failed')),
  );

/** The long forms are of the features; what a cluster refuses, the short ones find. */
function runTests(files: readonly string[]): Promise<TestReport> {
  return runReporting(async (output) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
    await run('vitest', ['run', '--project', 'server*', ...reporters, ...files]);
    return JSON.parse(await readFile(output, 'utf8')) as TestReport;
  });
}

/** Those of the specification run on a server without a database. */
function runJourneys(files: readonly string[]): Promise<TestReport> {
  return runReporting(async (output) => {
    const options = ['--config=e2e/playwright.config.ts', '--reporter=list,json'];
    const projects = ['--project=journeys', '--project=long'];
    await run('playwright', ['test', ...options, ...projects, ...files], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: output,
    });
    return readJourneys(await readFile(output, 'utf8'));
  });
}

async function runReporting(report: (output: string) => Promise<TestReport>): Promise<TestReport> {
  const folder = await mkdtemp(path.join(tmpdir(), 'proof-cluster-'));
  try {
    return await report(path.join(folder, 'report.json'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(program: string, args: readonly string[], env = {}): Promise<void> {
  const child = spawn(program, args, {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TEST_ON_CLUSTER: 'true', LONG_TESTS: 'false', ...env },
  });
  // The proof's own output is the summary.
  child.stdout.pipe(process.stderr);
  await once(child, 'close');
}

function hasFailed({ status }: TestReport['testResults'][number]): boolean {
  return status === 'failed';
}

function describe({ testResults }: TestReport): void {
  const passed = testResults.filter((file) => !hasFailed(file)).length;
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const passing = tests.filter(({ status }) => status === 'passed').length;
  write(`On a coordinator and two workers, ${passed} of ${testResults.length} test files pass:`);
  write(`${passing} of ${tests.length} tests, ${tests.filter(isSkipped).length} are skipped.`);
  const causes = new Map<string, string[]>();
  const note = (message: string, name: string) => {
    const cause = causeOf(message);
    causes.set(cause, [...(causes.get(cause) ?? []), name]);
  };
  for (const { name, message, assertionResults, status } of testResults) {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    for (const test of failed) note(test.failureMessages[0] ?? '', nameOf(name, test));
    // Its hooks failed, or it could not be read.
    if (status === 'failed' && failed.length === 0) note(message, path.relative(repository, name));
  }
  const byCount = [...causes].sort(([, one], [, other]) => other.length - one.length);
  for (const [cause, names] of byCount) {
    write(`\n${names.length} × ${cause}`);
    for (const name of names) write(`  ${name}`);
  }
}

/** As `skippedTests` has it. */
function nameOf(file: string, { ancestorTitles, title }: TestResult): string {
  return [path.relative(repository, file), ...ancestorTitles, title].join(' > ');
}

/**
 * Names what was skipped because it cannot apply.
 *
 * @returns entries of the list that no test of these files has, for instance because it was renamed.
 */
function describeSkipped({ testResults }: TestReport): string[] {
  const files = testResults.map(({ name }) => path.relative(repository, name));
  const skipped = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(isSkipped).map((test) => nameOf(name, test)),
  );
  const listed = skipped.filter((name) => name in skippedTests);
  write(`\nSkipped, because they cannot apply to a cluster: ${listed.length}`);
  for (const name of listed) write(`  ${name}\n    ${skippedTests[name]}`);
  return Object.keys(skippedTests).filter(
    (name) => files.includes(name.split(' > ')[0] ?? '') && !listed.includes(name),
  );
}

function isSkipped({ status }: TestResult): boolean {
  return status === 'skipped' || status === 'pending';
}

/** The first line of an error, without what differs between two runs. */
function causeOf(message: string): string {
  return (message.split('\n')[0] ?? '')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '…')
    .replaceAll(/_\d{6,}/g, '_…')
    .slice(0, 200);
}
