import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../../test/create-test-database.ts';
import { runOperations } from '../../../test/mail-servers/run-operations.ts';
import { isLong } from '../../../test/long-tests.ts';
import { missingDovecot } from '../../../test/mail-servers/start-dovecot.ts';

// `npm run proof:mail-servers` runs thousands.
it.runIf(isLong && missingDovecot === undefined)(
  'a mailbox is stored as it is after random operations',
  { timeout: 240_000 },
  async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const options = { databaseUrl: database.url, operations: 150, every: 30, kills: 2, seed: 11 };
    const { differences, comparisons, stored } = await runOperations(options);
    expect(differences).toEqual([]);
    expect(comparisons).toBe(5);
    expect(stored).toBeGreaterThan(10);
  },
);
