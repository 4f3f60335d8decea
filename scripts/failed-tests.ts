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

/** Writes which test files failed to the file that `FAILED_TESTS_FILE` names, if it is set. */
export class FailedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
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
