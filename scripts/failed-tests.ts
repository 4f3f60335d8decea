import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** Names the file that `FailedTests` writes to. */
export const FAILED_TESTS_FILE = 'FAILED_TESTS_FILE';

/** What failed in a run of vitest. */
export interface FailedRun {
  /** The test files in which something failed; absolute paths. */
  files: string[];
  /** Whether a property failed (fast-check), or something outside the tests. */
  mustNotRepeat: boolean;
}

/** How long vitest may take to close after its last test. It waits without end for a test process that does not end. */
const MAX_CLOSING_MS = 60_000;

/**
 * Writes which test files failed to the file that `FAILED_TESTS_FILE` names, if it is set, and ends
 * vitest where it does not end by itself.
 */
export class FailedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const code = errors.length > 0 || modules.some((module) => !module.ok()) ? 1 : 0;
    setTimeout(() => endHungRun(code), MAX_CLOSING_MS).unref();
    const path = process.env[FAILED_TESTS_FILE];
    if (path === undefined) return;
    const failed = modules.filter((module) => !module.ok());
    const messages = failed
      .flatMap((module) => [...module.children.allTests('failed')])
      .flatMap((test) => test.result().errors ?? [])
      .map(({ message }) => message);
    const run: FailedRun = {
      files: failed.map(({ moduleId }) => moduleId),
      mustNotRepeat:
        errors.length > 0 || messages.some((message) => message.startsWith('Property failed')),
    };
    writeFileSync(path, JSON.stringify(run));
  }
}

function endHungRun(code: number): void {
  const waited = `${MAX_CLOSING_MS / 1_000} s`;
  console.error(`Vitest did not close within ${waited} of its last test: a test process hangs.`);
  process.exit(code);
}
