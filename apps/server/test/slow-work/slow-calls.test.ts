import { endpoints, type EndpointName } from '@repo/contract/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp } from '../create-test-app.ts';
import { copyDatabase, isOnCluster, type TestDatabase } from '../create-test-database.ts';
import { isLong } from '../long-tests.ts';
import { type LargeAccounts, makeLargeAccounts } from './large-accounts.ts';
import { boundedCalls } from './bounded-calls.ts';
import { slowCalls } from './slow-calls.ts';

/** Emails of each account; `EMAILS` for a measurement. */
const emails = Number(process.env['EMAILS'] ?? (isLong ? 20_000 : 1_500));
/**
 * A request whose work can go on later takes no further step after 2 s. The rest is for the step that is under way,
 * and in the short form for what else the machine does; clients wait for 10 s.
 */
const MAX_MS = isLong ? 4_000 : 9_000;

let accounts: LargeAccounts;
let original: TestDatabase;
beforeAll(async () => {
  if (isOnCluster()) return;
  const app = await createTestApp({
    database: async () => {
      original = await copyDatabase();
      return { ...original, drop: async () => {} };
    },
  });
  accounts = await makeLargeAccounts(app, emails);
  await app.close();
}, 600_000);
afterAll(() => original?.drop());

test('every call that changes something is measured, or listed with the reason why it is bounded', () => {
  const changing = Object.keys(endpoints).filter((name) => !name.startsWith('GET '));
  const known = [...Object.keys(slowCalls), ...Object.values(boundedCalls).flat()];
  expect(known.sort()).toEqual(changing.sort());
});

test.skipIf(isOnCluster()).each(Object.keys(slowCalls) as EndpointName[])(
  '%s answers in time, however many emails there are',
  async (name) => {
    const app = await createTestApp({
      database: () => copyDatabase(original),
      config: { allowUserDataReset: true },
    });
    try {
      const world = { ...accounts, app };
      await slowCalls[name]?.prepare?.(world);
      const begun = performance.now();
      const answer = await slowCalls[name]?.call(world);
      const took = performance.now() - begun;
      if (process.env['EMAILS']) {
        process.stdout.write(`${(took / 1_000).toFixed(1)} s ${answer?.status} ${name}\n`);
      }
      expect(took).toBeLessThan(MAX_MS);
      if (answer?.status !== 200) {
        // It began, and says that the rest goes on.
        expect(answer).toMatchObject({ status: 409, error: { details: { continues: true } } });
      }
    } finally {
      await app.close();
    }
  },
  120_000,
);
