import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/create-test-database.ts';
import { schemaProblems, tables } from './tenant-keys.fixture.ts';

/*
 * The schema has to be one that a distributed PostgreSQL can spread over several machines
 * (docs/scale.md): no triggers, and the tenant's key in each unique key and foreign key.
 */

let client: Client;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await drop();
});

/** What is still to be changed: each line is removed with the change. */
const remaining = [
  'account_contributors: account_contributors_account_id_fkey refers to workspace_accounts, which it names without workspace_id',
  'account_contributors: account_contributors_pkey does not contain workspace_id',
  'account_days: account_days_account_id_fkey refers to workspace_accounts, which it names without workspace_id',
  'account_days: account_days_pkey does not contain workspace_id',
  'account_domains: account_domains_account_id_fkey refers to workspace_accounts, which it names without workspace_id',
  'account_refreshes: account_refreshes_account_id_fkey refers to workspace_accounts, which it names without workspace_id',
  'account_relationships: account_relationships_account_id_fkey refers to workspace_accounts, which it names without workspace_id',
  'call_transcripts: call_transcripts_captured_id_fkey refers to captured_activities, which it names without owner_id',
  'call_transcripts: has no column owner_id',
  'captured_activities: captured_activities_pkey does not contain owner_id',
  'captured_activity_domains: captured_activity_domains_captured_id_fkey refers to captured_activities, which it names without owner_id',
  'captured_activity_domains: captured_activity_domains_domain_id_fkey refers to domains, which it names without owner_id',
  'captured_activity_domains: has no column owner_id',
  'contacts: contacts_account_id_fkey refers to workspace_accounts, which it names without workspace_id',
  'deleted_account_shares: deleted_account_shares_domain_id_fkey refers to domains, which belongs to owner_id',
  'deleted_accounts: deleted_accounts_created_by_fkey refers to users, which every machine has, from a local table',
  'deleted_accounts: deleted_accounts_deleted_by_fkey refers to users, which every machine has, from a local table',
  'deleted_accounts: deleted_accounts_workspace_id_fkey refers to workspaces, which every machine has, from a local table',
  'domain_shares: domain_shares_account_id_fkey refers to workspace_accounts, which belongs to workspace_id',
  'domain_shares: domain_shares_domain_id_fkey refers to domains, which it names without owner_id',
  'domain_shares: has no column owner_id',
  'domains: domains_pkey does not contain owner_id',
  'failed_items: has no column owner_id',
  'failed_items: sync_failures_integration_id_fkey refers to integrations, which it names without owner_id',
  'history_imports: history_imports_integration_id_fkey refers to integrations, which it names without owner_id',
  'history_positions: history_positions_domain_id_fkey refers to domains, which it names without owner_id',
  'history_positions: history_positions_integration_id_fkey refers to integrations, which it names without owner_id',
  'import_previews: has no column owner_id',
  'import_previews: import_previews_integration_id_fkey refers to integrations, which it names without owner_id',
  'integrations: integrations_pkey does not contain owner_id',
  'invitations: invitations_workspace_id_fkey refers to workspaces, which every machine has, from a local table',
  'item_locations: has no column owner_id',
  'item_locations: item_locations_integration_id_fkey refers to integrations, which it names without owner_id',
  'listed_accounts: listed_accounts_account_id_fkey refers to workspace_accounts, which it names without workspace_id',
  'listed_accounts: listed_accounts_pkey does not contain workspace_id',
  'oauth_states: oauth_states_user_id_fkey refers to users, which every machine has, from a local table',
  'password_resets: password_resets_initiator_id_fkey refers to users, which every machine has, from a local table',
  'password_resets: password_resets_user_id_fkey refers to users, which every machine has, from a local table',
  'pending_grants: pending_grants_user_id_fkey refers to users, which every machine has, from a local table',
  'provider_requests: has no column owner_id',
  'provider_requests: provider_requests_integration_id_fkey refers to integrations, which it names without owner_id',
  'publish_requests: publish_requests_account_id_fkey refers to workspace_accounts, which belongs to workspace_id',
  'publish_requests: publish_requests_domain_id_fkey refers to domains, which it names without owner_id',
  'reconciliation_days: completeness_days_integration_id_fkey refers to integrations, which it names without owner_id',
  'reconciliation_days: has no column owner_id',
  'requested_password_resets: requested_password_resets_user_id_fkey refers to users, which every machine has, from a local table',
  'sessions: sessions_user_id_fkey refers to users, which every machine has, from a local table',
  'sync_seen: has no column owner_id',
  'sync_seen: sync_seen_task_id_fkey refers to sync_tasks, which it names without owner_id',
  'sync_tasks: has no column owner_id',
  'sync_tasks: sync_tasks_integration_id_fkey refers to integrations, which it names without owner_id',
  'tie_days: tie_days_account_id_fkey refers to workspace_accounts, which it names without workspace_id',
  'ties: ties_account_id_fkey refers to workspace_accounts, which it names without workspace_id',
  'workspace_accounts: workspace_accounts_pkey does not contain workspace_id',
];

test('every table says to whom its rows belong', async () => {
  const { rows } = await client.query<{ name: string }>(`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'`);
  expect(Object.keys(tables).sort()).toEqual(rows.map(({ name }) => name).sort());
});

test('only the known exceptions prevent distributing the tables', async () => {
  expect(await schemaProblems(client)).toEqual(remaining);
});

test.each([
  [
    'create table notes (workspace_id uuid not null, id uuid primary key)',
    'notes: notes_pkey does not contain workspace_id',
  ],
  ['create table notes (id uuid)', 'notes: has no column workspace_id'],
  [
    'create table notes (workspace_id uuid, user_id uuid references domains on delete cascade)',
    'notes: notes_user_id_fkey refers to domains, which belongs to owner_id',
  ],
  [
    `create table notes (workspace_id uuid);
     create function noted() returns trigger language plpgsql as 'begin return null; end';
     create trigger notes_noted after insert on notes for each row execute function noted()`,
    'notes: has the trigger notes_noted',
  ],
])('%s is found', async (statement, problem) => {
  await client.query('begin');
  await client.query(statement);
  const found = await schemaProblems(client, { ...tables, notes: 'workspace_id' });
  await client.query('rollback');
  expect(found.filter((line) => line.startsWith('notes'))).toEqual([problem]);
});
