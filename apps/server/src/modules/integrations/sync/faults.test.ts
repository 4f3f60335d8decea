import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '#test/create-test-database.ts';
import { runFaultSuite } from '#test/faults/run-fault-suite.ts';
import { isLong } from '#test/long-tests.ts';

// With a few kills; `npm run proof -- faults` kills sixty processes.
it.runIf(isLong)(
  'stores exactly what is there, whatever dies and fails meanwhile',
  { timeout: 240_000 },
  async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const result = await runFaultSuite({ databaseUrl: database.url, kills: 4, mails: 60 });
    expect(result.stored).toEqual(result.expected);
    expect(result.expected['gmail']?.length).toBeGreaterThan(20);
    expect(result.published.found).toBe(result.published.expected);
  },
);
