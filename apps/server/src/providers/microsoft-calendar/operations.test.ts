import { startTestSandbox } from '@repo/sandbox/testing/start-test-sandbox';
import { expect, it } from 'vitest';
import { isLong } from '#test/long-tests.ts';
import { switchedCalendarRuns } from '#test/microsoft/nasty-switches.ts';
import { runCalendarOperations } from '#test/microsoft/run-calendar-operations.ts';

// `apps/server/test/microsoft/prove-microsoft.ts` runs thousands.
it.each(switchedCalendarRuns)(
  'stores what is there after random operations, %s',
  { timeout: 60_000 },
  async (_name, switches) => {
    const { comparisons, differences, stored } = await runCalendarOperations({
      sandbox: await startTestSandbox(),
      address: 'ann@example.org',
      operations: isLong ? 120 : 60,
      every: isLong ? 40 : 30,
      seed: 2,
      switches,
    });
    expect(differences).toEqual([]);
    expect(comparisons).toBe(isLong ? 3 : 2);
    expect(stored).toBeGreaterThan(10);
  },
);
