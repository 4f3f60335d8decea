import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/create-test-database.ts';
import { createDatabase, type Database } from './create-database.ts';
import { DatabaseUnavailableError } from './database-unavailable.ts';
import { preparedStatement } from './prepared-statement.ts';

let testDatabase: TestDatabase;
let db: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const { url } = testDatabase;
  db = createDatabase({ url, poolSize: 1, onLostConnection: () => {}, statementTimeoutMs: 500 });
});
afterAll(async () => {
  await db.destroy();
  await testDatabase.drop();
});

test('limits the time of a statement outside a transaction only', async () => {
  const sleeping = sql`select pg_sleep(0.7)`;
  await expect(sleeping.execute(db)).rejects.toThrow(DatabaseUnavailableError);
  await expect(sleeping.execute(db)).rejects.toMatchObject({ reason: 'overloaded' });
  await db.transaction().execute(async (tx) => {
    await sleeping.execute(tx);
  });
  await expect(sleeping.execute(db)).rejects.toThrow(DatabaseUnavailableError);
});

test('plans a slow prepared statement again', async () => {
  await sql`create table grown (id integer, thread integer) with (autovacuum_enabled = false)`.execute(
    db,
  );
  await sql`create index on grown (thread, id)`.execute(db);
  await sql`insert into grown values (0, 0)`.execute(db);
  await sql`vacuum analyze grown`.execute(db);
  const heads = sql<{ count: number }>`${preparedStatement} select count(*) from grown
    where not exists (
      select from grown later where later.thread = grown.thread and later.id > grown.id)`;
  const msToCount = async () => {
    const startedAt = performance.now();
    await db.transaction().execute((tx) => heads.execute(tx));
    return performance.now() - startedAt;
  };
  // From the sixth execution on, PostgreSQL reuses one plan, here that for a table of one row.
  for (let times = 0; times < 8; times += 1) await msToCount();
  await sql`insert into grown select id, id from generate_series(1, 6000) id`.execute(db);
  const withOldPlan = await msToCount();
  expect(withOldPlan).toBeGreaterThan(1_000);
  expect(await msToCount()).toBeLessThan(withOldPlan / 5);
});
