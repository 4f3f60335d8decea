import type { Reporter, TestModule } from 'vitest/node';

/** Names, at the end of a run, the tests that passed only when they were repeated; see docs/decisions/tests.md. */
export class ListRepeatedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) {
      for (const test of module.children.allTests('passed')) {
        const repeats = test.diagnostic()?.retryCount ?? 0;
        if (repeats > 0)
          console.log(`retry x${repeats}: ${module.relativeModuleId} > ${test.fullName}`);
      }
    }
  }
}
