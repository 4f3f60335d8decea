import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createPlainDatabase } from '#test/create-test-database.ts';
import { sql } from 'kysely';
import { createDatabase } from './create-database.ts';
import { migrateToLatest } from './migrate.ts';
import { fixTenantStatistics } from './tenant-statistics.ts';

const known = '00000000-0000-7000-8000-000000000001';
const unknown = '00000000-0000-7000-8000-000000000002';

async function connect(): Promise<{ client: Client; url: string }> {
  const { url, drop } = await createPlainDatabase();
  onTestFinished(drop);
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  return { client, url };
}

/** A workspace with one account of as many mails, in threads of three, and its user's captured ones. */
const workspaceWith = (mails: number, id: string) => `
  insert into users (id, email, name, password_hash) values ('${id}', '${id}@acme.com', 'Ann', '');
  insert into organizations (id, name, slug) values ('${id}', 'Org', 'org-${id}');
  insert into workspaces (id, organization_id, name, slug) values ('${id}', '${id}', 'Work', 'work');
  insert into workspace_accounts (id, workspace_id, domain, name)
    values ('${id}', '${id}', 'acme.com', 'Acme');
  insert into account_activities (workspace_id, account_id, id, activity_key, captured_id, owner_id,
      type, occurred_at, day, side, title, summary, participants, thread_id)
    select '${id}', '${id}', md5('${id}a' || n)::uuid, md5('${id}k' || n)::uuid,
      md5('${id}c' || n)::uuid, '${id}', 'email', now(), current_date, 'external', '', '', '[]',
      md5('${id}a' || n / 3 * 3)::uuid
    from generate_series(1, ${mails}) n;
  insert into account_activity_contributors (workspace_id, account_id, activity_id, user_id, captured_id)
    select '${id}', '${id}', md5('${id}a' || n)::uuid, '${id}', md5('${id}c' || n)::uuid
    from generate_series(1, ${mails}) n;
  insert into account_message_refs (workspace_id, account_id, ref, activity_id)
    select '${id}', '${id}', md5('${id}r' || n / 3)::uuid, md5('${id}a' || n)::uuid
    from generate_series(1, ${mails}) n;
  insert into captured_activities (owner_id, id, provider, source, external_id, activity_key, type,
      occurred_at, title, summary, participants)
    select '${id}', md5('${id}c' || n)::uuid, 'gmail', '', n, md5('${id}k' || n)::uuid, 'email', now(),
      '', '', '[]'
    from generate_series(1, ${mails}) n;`;

const of = `workspace_id = '${unknown}' and account_id = '${unknown}'`;

const lookups = [
  [
    'account_activities_pkey',
    `account_activities where workspace_id = '${unknown}' and id = '${known}'`,
  ],
  ['account_activities_thread', `account_activities where ${of} and thread_id = '${known}'`],
  [
    'account_activity_contributors_pkey',
    `account_activity_contributors where workspace_id = '${unknown}' and activity_id = '${known}'`,
  ],
  [
    'account_message_refs_activity',
    `account_message_refs where ${of} and activity_id = '${known}'`,
  ],
  ['account_message_refs_pkey', `account_message_refs where ${of} and ref = '${known}'`],
  [
    'captured_activities_pkey',
    `captured_activities where owner_id = '${unknown}' and id = '${known}'`,
  ],
] as const;

test('of a tenant that the statistics do not know, a row is read by its own key', async () => {
  const { client } = await connect();
  await client.query(workspaceWith(2_000, known));
  await client.query('vacuum analyze');
  await client.query(workspaceWith(2_000, unknown));

  for (const [index, rows] of lookups) {
    const { rows: lines } = await client.query<{ 'QUERY PLAN': string }>(
      `explain select from ${rows}`,
    );
    const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
    expect(plan).toContain(index);
    // With both keys: the tenant alone would find all of its rows.
    const [key = ''] = rows.split(' and ').at(-1)?.split(' ') ?? [];
    expect(plan).toMatch(new RegExp(`Index Cond: .* AND .*${key} = `));
  }
});

test('statistics of tenants stay as they are, and return to a database that lacks them', async () => {
  const { client, url } = await connect();
  const read = async () => {
    const { rows } = await client.query<{ column: string; distinct: number }>(`
      select attname as column, n_distinct as distinct,
        histogram_bounds as bounds from pg_stats
      where tablename = 'account_activities' and attname in ('workspace_id', 'account_id')
      order by attname`);
    return rows;
  };
  const fixed = [
    { column: 'account_id', distinct: 10, bounds: null },
    { column: 'workspace_id', distinct: 10, bounds: null },
  ];
  await client.query(workspaceWith(100, known));
  await client.query('analyze');
  expect(await read()).toEqual(fixed);

  // As of a database that was copied with `pg_dump`.
  for (const column of ['workspace_id', 'account_id']) {
    await client.query(
      `select pg_clear_attribute_stats('public', 'account_activities', '${column}', false)`,
    );
  }
  expect(await read()).toEqual([]);
  await migrateToLatest(url);
  expect(await read()).toEqual(fixed);

  // Accounts have become many.
  await client.query(`
    insert into workspace_accounts (workspace_id, domain, name)
    select '${known}', n || '.example', 'Account' from generate_series(1, 60) n`);
  await migrateToLatest(url);
  expect(await read()).toEqual([{ ...fixed[0], distinct: 61 }, fixed[1]]);
});

test('a feed is read by its account alone, however many workspaces there are', async () => {
  const { client, url } = await connect();
  await client.query(workspaceWith(10, known));
  await client.query(`
    insert into workspaces (organization_id, name, slug)
    select '${known}', 'Work', 'work-' || n from generate_series(1, 300) n`);
  await client.query(`
    insert into workspace_accounts (id, workspace_id, domain, name)
    select md5('account' || n)::uuid, '${known}', n || '.example', 'Account'
    from generate_series(1, 200) n`);
  await client.query(`
    insert into account_activities (workspace_id, account_id, id, activity_key, captured_id, owner_id,
      type, occurred_at, day, side, title, summary, participants)
    select '${known}', md5('account' || 1 + n % 200)::uuid, md5('b' || n)::uuid, md5('k' || n)::uuid,
      md5('c' || n)::uuid, '${known}', 'email', now() - n * interval '1 minute', current_date, 'external',
      '', '', '[]'
    from generate_series(1, 20000) n`);
  await migrateToLatest(url);
  await client.query('vacuum analyze');
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`
    explain (generic_plan) select * from account_activities
    where workspace_id = $1 and account_id = $2 and (occurred_at, id) >= ($3, $4) and occurred_at < $5
    order by occurred_at desc, id desc limit $6`);
  const plan = rows.map((line) => line['QUERY PLAN']).join('\n');
  expect(plan).toContain('account_activities_feed');
  expect(plan).not.toContain('account_activities_pkey');
});

test('a migration of two of the tables goes on meanwhile', async () => {
  const { url } = await connect();
  const db = createDatabase({
    url,
    poolSize: 3,
    onLostConnection: () => {},
    repeatsCollided: false,
  });
  onTestFinished(() => db.destroy());
  await sql`alter table account_activities alter column account_id set statistics 100`.execute(db);
  await sql`alter table item_locations alter column owner_id set statistics 100`.execute(db);
  let fixed: Promise<void> | undefined;
  const migrated = db.transaction().execute(async (tx) => {
    await sql`alter table account_activities add column note text`.execute(tx);
    fixed = fixTenantStatistics(db);
    const isWaiting = async () => {
      const { rows } = await sql`select from pg_locks where not granted`.execute(tx);
      return rows.length > 0;
    };
    await expect.poll(isWaiting, { timeout: 5_000 }).toBe(true);
    await sql`alter table item_locations add column note text`.execute(tx);
  });
  await migrated;
  await fixed;
});

test('of a large table, the planner expects a small part to belong to a user', async () => {
  const { client, url } = await connect();
  await client.query(workspaceWith(10, known));
  await client.query('analyze');
  // As after an import of nine million emails, which would take half an hour.
  await client.query(`
    select pg_restore_relation_stats('schemaname', 'public', 'relname', 'captured_activities',
      'relpages', 800000::integer, 'reltuples', 9000000::real)`);
  await migrateToLatest(url);
  const { rows } = await client.query<{ distinct: number }>(`
    select n_distinct as distinct from pg_stats
    where tablename = 'captured_activities' and attname = 'owner_id'`);
  expect(rows).toEqual([{ distinct: 900 }]);
});
