import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPlainDatabase, type TestDatabase } from '#test/create-test-database.ts';
import { createDatabase, type Database } from '../create-database.ts';

let testDatabase: TestDatabase;
let db: Database;
beforeAll(async () => {
  testDatabase = await createPlainDatabase();
  db = createDatabase({ url: testDatabase.url, poolSize: 1, onLostConnection: () => {} });
  // As Citus reports at the end of a commit that a node has lost its connection.
  await sql`create table noted (text text)`.execute(db);
  await sql`
    create function warn() returns trigger language plpgsql as
    $$ begin raise warning '%', new.text; return null; end $$`.execute(db);
  await sql`
    create constraint trigger warn after insert on noted deferrable initially deferred
    for each row execute function warn()`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await testDatabase.drop();
});
beforeEach(async () => {
  await sql`truncate noted`.execute(db);
});

const commit = (warning: string) =>
  db.transaction().execute(async (tx) => {
    await sql`insert into noted values (${warning})`.execute(tx);
    return 'done';
  });
const noted = async () => (await sql`select text from noted`.execute(db)).rows.length;

test('a transaction that a node has not committed is reported, though it is stored', async () => {
  await expect(commit('failed to commit transaction on worker:5432')).rejects.toMatchObject({
    reason: 'unfinished',
  });
  expect(await noted()).toBe(1);
});

test('other warnings change nothing', async () => {
  expect(await commit('something else')).toBe('done');
});

test('what can be completed at once is', async () => {
  await sql`create table pg_dist_transaction (gid text)`.execute(db);
  const pid = sql`pg_backend_pid()`;
  await sql`
    insert into pg_dist_transaction values ('citus_0_' || ${pid} || '_1_1'), ('citus_0_1_1_1')`.execute(
    db,
  );
  await sql`
    create function recover_prepared_transactions() returns integer language sql as
    $$ delete from pg_dist_transaction where gid like '%\_' || pg_backend_pid() || '\_%';
    select 1 $$`.execute(db);
  expect(await commit('failed to commit transaction on worker:5432')).toBe('done');
});
