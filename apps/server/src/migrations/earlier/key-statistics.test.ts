import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createEmptyDatabase, createPlainDatabase } from '#test/create-test-database.ts';
import { migrateTo } from '#platform/database/migrate.ts';

const id = '00000000-0000-7000-8000-000000000001';

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  return client;
}

/** One account with as many mails, in threads of three. */
const accountWith = (mails: number) => `
  insert into organizations (id, name, slug) values ('${id}', 'Org', 'org');
  insert into workspaces (id, organization_id, name, slug) values ('${id}', '${id}', 'Work', 'work');
  insert into workspace_accounts (id, workspace_id, domain, name)
    values ('${id}', '${id}', 'acme.com', 'Acme');
  insert into account_activities (workspace_id, account_id, id, activity_key, captured_id, owner_id,
      type, occurred_at, day, side, title, summary, participants, thread_id)
    select '${id}', '${id}', md5('a' || n)::uuid, md5('k' || n)::uuid, md5('c' || n)::uuid, '${id}',
      'email', now(), current_date, 'external', '', '', '[]', md5('a' || n / 3 * 3)::uuid
    from generate_series(1, ${mails}) n;
  insert into account_message_refs (workspace_id, account_id, ref, activity_id)
    select '${id}', '${id}', md5('r' || n / 3)::uuid, md5('a' || n)::uuid
    from generate_series(1, ${mails}) n;`;

// Before PostgreSQL has analyzed a table, each column looks as selective to it as any other.
test.each([
  [
    'the mails of a thread',
    'account_activities_thread',
    `account_activities where workspace_id = '${id}' and account_id = '${id}' and thread_id = '${id}'`,
  ],
  [
    'what a mail refers to',
    'account_message_refs_activity',
    `account_message_refs
      where workspace_id = '${id}' and account_id = '${id}' and activity_id = '${id}'`,
  ],
  [
    'a published mail',
    'account_activities_pkey',
    `account_activities where workspace_id = '${id}' and id = '${id}'`,
  ],
])('%s: read by %s in a table that was never analyzed', async (_what, index, table) => {
  const { url, drop } = await createPlainDatabase();
  onTestFinished(drop);
  const client = await connect(url);
  await client.query(accountWith(5_000));
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain select from ${table}`);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(index);
});

test('tables that have rows are analyzed instead', async () => {
  const { url, drop } = await createEmptyDatabase();
  onTestFinished(drop);
  await migrateTo(url, '0049-quiet-people');
  const before = await connect(url);
  await before.query(accountWith(10));
  await before.end();

  await migrateTo(url, '0052-integration-keys-remove');

  const { rows } = await (
    await connect(url)
  ).query(`
    select tablename as table, n_distinct as "distinct" from pg_stats
    where tablename in ('account_activities', 'captured_activities') and attname = 'id'
      or tablename = 'account_activities' and attname = 'account_id'
    order by tablename, attname`);
  expect(rows).toEqual([
    { table: 'account_activities', distinct: 1 },
    { table: 'account_activities', distinct: -1 },
    { table: 'captured_activities', distinct: -1 },
  ]);
});
