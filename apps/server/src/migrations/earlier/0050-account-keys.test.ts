import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createEmptyDatabase } from '#test/create-test-database.ts';
import { migrateTo } from '#platform/database/migrate.ts';

/** Of two people, whose rows end with 1 and 2. */
const id = (group: number, of: 1 | 2 = 1) => `00000000-0000-7000-8000-0000000000${group}${of}`;

/** The last of these migrations. */
const last = '0052-integration-keys-remove';

const bothPeople = [1, 2] as const;

const ofPerson = (of: 1 | 2) => `
  insert into users (id, email, name) values ('${id(1, of)}', '${of}@home.example', 'Person');
  insert into domains (id, owner_id, domain, source)
    values ('${id(2, of)}', '${id(1, of)}', 'acme.com', 'manual');
  insert into domain_shares (domain_id, workspace_id, account_id)
    values ('${id(2, of)}', '${id(7)}', '${id(8)}');
  insert into deleted_account_shares (account_id, domain_id)
    values ('${id(8, 2)}', '${id(2, of)}');
  insert into captured_activities (id, owner_id, provider, source, external_id, activity_key, type,
      occurred_at, title, summary, participants)
    values ('${id(3, of)}', '${id(1, of)}', 'fireflies', 'webhook', '1', '${id(9)}', 'call', now(),
      'Hello', '', '[]');
  insert into captured_activity_domains (domain_id, activity_key, captured_id, side)
    values ('${id(2, of)}', '${id(9)}', '${id(3, of)}', 'external');
  insert into call_transcripts (captured_id, sentences) values ('${id(3, of)}', '[]');
  insert into integrations (id, owner_id, provider)
    values ('${id(4, of)}', '${id(1, of)}', 'gmail');
  insert into sync_tasks (id, integration_id, kind, since)
    values ('${id(5, of)}', '${id(4, of)}', 'backfill', now());
  insert into sync_seen (task_id, external_id) values ('${id(5, of)}', '1');
  insert into failed_items (integration_id, external_id, reason)
    values ('${id(4, of)}', '1', 'No.');
  insert into import_previews (integration_id, domain) values ('${id(4, of)}', 'acme.com');
  insert into item_locations (integration_id, folder, validity, uid, external_id)
    values ('${id(4, of)}', 'INBOX', 1, 1, '1');
  insert into provider_requests (integration_id, hour, requests)
    values ('${id(4, of)}', now(), 1);
  insert into reconciliation_days (integration_id, day) values ('${id(4, of)}', '2026-01-02');
  insert into history_imports (owner_id, integration_id)
    values ('${id(1, of)}', '${id(4, of)}');
  insert into history_positions (owner_id, integration_id, domain_id, until)
    values ('${id(1, of)}', '${id(4, of)}', '${id(2, of)}', now());`;

const rows = `
  insert into organizations (id, name, slug) values ('${id(6)}', 'Old', 'old');
  insert into workspaces (id, organization_id, name, slug)
    values ('${id(7)}', '${id(6)}', 'Old', 'old');
  insert into workspace_accounts (id, workspace_id, domain, name)
    values ('${id(8)}', '${id(7)}', 'acme.com', 'Acme');
  insert into account_domains (workspace_id, domain, account_id)
    values ('${id(7)}', 'acme.org', '${id(8)}');
  insert into account_refreshes (workspace_id, account_id) values ('${id(7)}', '${id(8)}');
  insert into deleted_accounts (account_id, workspace_id, domain, name, created_at)
    values ('${id(8, 2)}', '${id(7)}', 'gone.com', 'Gone', now());
  ${bothPeople.map(ofPerson).join('')}`;

/** What belongs to a person, and the column that names one of their rows. */
const owned: Record<string, [column: string, group: number]> = {
  call_transcripts: ['captured_id', 3],
  captured_activity_domains: ['domain_id', 2],
  deleted_account_shares: ['domain_id', 2],
  domain_shares: ['domain_id', 2],
  failed_items: ['integration_id', 4],
  history_imports: ['integration_id', 4],
  history_positions: ['integration_id', 4],
  import_previews: ['integration_id', 4],
  item_locations: ['integration_id', 4],
  provider_requests: ['integration_id', 4],
  reconciliation_days: ['integration_id', 4],
  sync_seen: ['task_id', 5],
  sync_tasks: ['integration_id', 4],
};

async function openBefore() {
  const { url, drop } = await createEmptyDatabase();
  await migrateTo(url, '0049-quiet-people');
  const client = new Client({ connectionString: url, application_name: 'test' });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await drop();
  });
  await client.query(rows);
  return { url, client };
}

/** All rows by table, without the columns that are added. */
async function allRows(client: Client) {
  const { rows: tables } = await client.query<{ name: string }>(`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'
    order by 1`);
  const found: Record<string, unknown> = {};
  for (const { name } of tables) {
    const added = name in owned && !name.startsWith('history_') ? 'owner_id' : '';
    const { rows: stored } = await client.query(
      `select to_jsonb(stored) - $1::text as row from ${name} stored order by 1`,
      [added],
    );
    found[name] = stored;
  }
  return found;
}

test('an interrupted migration leaves every row, and the next one keeps them', async () => {
  const { url, client } = await openBefore();
  const before = await allRows(client);
  expect(before['history_positions']).toHaveLength(2);
  const reader = new Client({ connectionString: url, application_name: 'test' });
  await reader.connect();
  await reader.query('begin');
  // The last of these migrations waits for it, after the others changed all tables.
  await reader.query('select from sync_seen');
  const interrupted = migrateTo(url, last).catch((error: unknown) => error);
  await vi.waitFor(async () => {
    const { rowCount } = await client.query(`
      select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    expect(rowCount).toBe(1);
  }, 30_000);
  expect(String(await interrupted)).toContain('No migration was kept');
  await reader.end();
  expect(await allRows(client)).toEqual(before);

  await migrateTo(url, last);
  expect(await allRows(client)).toEqual(before);
});

test('rows that were there name the one they belong to, and go with them', async () => {
  const { url, client } = await openBefore();
  await migrateTo(url, last);

  const ownersOf = async (table: string, column: string) => {
    const found = await client.query<{ of: string; owner: string }>(
      `select ${column} as of, owner_id as owner from ${table} order by 1`,
    );
    return found.rows.map(({ of, owner }) => [of, owner]);
  };
  for (const [table, [column, group]] of Object.entries(owned)) {
    expect([table, ...(await ownersOf(table, column))]).toEqual([
      table,
      ...bothPeople.map((of) => [id(group, of), id(1, of)]),
    ]);
  }

  await client.query(`delete from users where id = '${id(1)}'`);
  await client.query(`delete from workspace_accounts where id = '${id(8)}'`);
  for (const [table, [column, group]] of Object.entries(owned)) {
    expect([table, ...(await ownersOf(table, column))]).toEqual([table, [id(group, 2), id(1, 2)]]);
  }
  const { rows: left } = await client.query(
    'select domain from account_domains union all select account_id::text from account_refreshes',
  );
  expect(left).toEqual([]);
});
