import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '#test/create-test-database.ts';
import { isLong } from '#test/long-tests.ts';
import { mailServers } from '#test/mail-servers/mail-servers.ts';
import { runOperations } from '#test/mail-servers/run-operations.ts';

// `npm run proof -- mail-servers` runs thousands.
describe.each(mailServers)('$name', (server) => {
  it.runIf(isLong && server.missing === undefined)(
    `a mailbox is stored as it is after random operations${server.missing ?? ''}`,
    { timeout: 240_000 },
    async () => {
      const database = await createTestDatabase();
      onTestFinished(() => database.drop());
      const { differences, comparisons, stored } = await runOperations({
        databaseUrl: database.url,
        server,
        operations: 150,
        every: 30,
        kills: 2,
        seed: 11,
      });
      expect(differences).toEqual([]);
      expect(comparisons).toBe(5);
      expect(stored).toBeGreaterThan(10);
    },
  );
});
