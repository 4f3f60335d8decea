import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/create-test-database.ts';
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

test('plans prepared statements again after a slow one, and after no other', async () => {
  await sql`create table grown (id integer, thread integer) with (autovacuum_enabled = false)`.execute(
    db,
  );
  await sql`create index on grown (thread, id)`.execute(db);
  await sql`insert into grown values (0, 0)`.execute(db);
  await sql`vacuum analyze grown`.execute(db);
  const heads = sql`${preparedStatement} select count(*) from grown
    where not exists (
      select from grown later where later.thread = grown.thread and later.id > grown.id)`;
  await heads.execute(db);
  const { rows: prepared } = await sql<{ name: string }>`
    select name from pg_prepared_statements where statement like '%later.thread%'`.execute(db);
  const name = prepared[0]?.name ?? '';
  const readPlan = async () => {
    const { rows } = await sql`explain (costs off) execute ${sql.id(name)}`.execute(db);
    return rows;
  };
  const planOfOneRow = await readPlan();
  await sql`insert into grown select id, id from generate_series(1, 6000) id`.execute(db);
  const sleep = (seconds: number) =>
    db
      .transaction()
      .execute((tx) => sql`${preparedStatement} select pg_sleep(${seconds}::float8)`.execute(tx));
  await sleep(0);
  expect(await readPlan()).toEqual(planOfOneRow);
  await sleep(1.05);
  expect(await readPlan()).not.toEqual(planOfOneRow);
});

test('fails when a statement does not end in time though it should, and connects again', async () => {
  const readPid = async () => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    return rows[0]?.pid ?? 0;
  };
  const pid = await readPid();
  // It responds to nothing, like one that waits for a node of a cluster that hangs.
  process.kill(pid, 'SIGSTOP');
  try {
    await expect(readPid()).rejects.toMatchObject({ reason: 'unreachable' });
    expect(await readPid()).not.toBe(pid);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}, 30_000);
