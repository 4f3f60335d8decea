import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FAILED_TESTS_FILE, type FailedRun } from './failed-tests.ts';
import { runStep } from './run-step.ts';

/**
 * `npm run check:unit`: the unit and server tests, with vitest's arguments. With `REPEAT_FAILED_TESTS`,
 * which CI sets, the test files that failed run once more in new processes, and are named; see
 * docs/decisions/tests.md.
 */

/** So many that fail are not a coincidence. */
const MAX_REPEATED_FILES = 5;

const folder = mkdtempSync(path.join(tmpdir(), 'failed-tests-'));
const report = path.join(folder, 'failed.json');
process.env[FAILED_TESTS_FILE] = report;

const args = process.argv.slice(2);
let code = await runStep('vitest', ['run', ...args]);
if (code !== 0 && process.env['REPEAT_FAILED_TESTS'] !== undefined) {
  const { files, mustNotRepeat } = readReport();
  if (!mustNotRepeat && files.length > 0 && files.length <= MAX_REPEATED_FILES) {
    const names = files.map((file) => path.relative(process.cwd(), file)).join(', ');
    console.log(`\nREPEATED, since they failed: ${names}`);
    code = await runStep('vitest', ['run', ...files]);
  }
}
rmSync(folder, { recursive: true });
process.exit(code);

/** @returns nothing to repeat where vitest ended before it could report. */
function readReport(): FailedRun {
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as FailedRun;
  } catch {
    return { files: [], mustNotRepeat: true };
  }
}
