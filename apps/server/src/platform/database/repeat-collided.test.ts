import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';
import type { Connection } from './create-database.ts';
import { transactionOnce } from './repeat-collided.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ repeatsCollided: true });
});
afterAll(() => app.close());

const lock = (tx: Connection, key: number) => sql`select pg_advisory_xact_lock(${key})`.execute(tx);

/** Takes both locks, the second one when the other transaction waits for the first one. */
async function takeBoth(tx: Connection, keys: readonly [number, number], isFirst: boolean) {
  await lock(tx, keys[0]);
  if (isFirst) await waitForLocks(app.db, 1);
  await lock(tx, keys[1]);
}

test('a transaction that the database ends for a deadlock is repeated', async () => {
  let executions = 0;
  const take = (keys: readonly [number, number]) =>
    app.db.transaction().execute(async (tx) => {
      executions += 1;
      // Once both hold their first lock, each waits for the other.
      await takeBoth(tx, keys, executions === 1);
      return keys[0];
    });
  expect(await Promise.all([take([1, 2]), take([2, 1])])).toEqual([1, 2]);
  expect(executions).toBe(3);
});

test('it is given up after some times, and other errors at once', async () => {
  const failing = async (code: string) => {
    let executions = 0;
    const error = await app.db
      .transaction()
      .execute(async (tx) => {
        executions += 1;
        await sql`do ${sql.lit(`begin raise sqlstate '${code}'; end`)}`.execute(tx);
      })
      .catch((cause: unknown) => cause);
    return { executions, error };
  };
  expect(await failing('40001')).toMatchObject({ executions: 4, error: { reason: 'collided' } });
  expect(await failing('22023')).toMatchObject({ executions: 1, error: { code: '22023' } });
});

test('one that does more than change the database is not repeated', async () => {
  let executions = 0;
  const work = async (tx: Connection) => {
    executions += 1;
    await sql`do ${sql.lit(`begin raise sqlstate '40P01'; end`)}`.execute(tx);
  };
  await expect(transactionOnce(app.db, work)).rejects.toMatchObject({ reason: 'collided' });
  expect(executions).toBe(1);
});
