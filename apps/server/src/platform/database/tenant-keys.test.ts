import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#test/create-test-database.ts';
import { tenantTables } from './distribution/tenant-tables.ts';
import { schemaProblems } from './tenant-keys.fixture.ts';

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

test('every table says to whom its rows belong', async () => {
  const { rows } = await client.query<{ name: string }>(`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'`);
  expect(Object.keys(tenantTables).sort()).toEqual(rows.map(({ name }) => name).sort());
});

test('nothing prevents distributing the tables', async () => {
  expect(await schemaProblems(client)).toEqual([]);
});

test.each([
  [
    'create table notes (workspace_id uuid not null, id uuid primary key)',
    'notes: notes_pkey does not contain workspace_id',
  ],
  ['create table notes (id uuid)', 'notes: has no column workspace_id'],
  [
    `create table notes (workspace_id uuid, owner_id uuid, domain_id uuid,
      foreign key (owner_id, domain_id) references domains (owner_id, id))`,
    'notes: notes_owner_id_domain_id_fkey refers to domains, which belongs to owner_id',
  ],
  ['create table notes (workspace_id text)', 'notes: workspace_id is of type text'],
  [
    `create table notes (workspace_id uuid, account_id uuid,
      foreign key (account_id, workspace_id) references workspace_accounts (workspace_id, id))`,
    'notes: notes_account_id_workspace_id_fkey refers to workspace_accounts, which it names by another column',
  ],
  [
    `create table notes (workspace_id uuid, account_id uuid, foreign key (workspace_id, account_id)
      references workspace_accounts (workspace_id, id) on delete set null)`,
    'notes: notes_workspace_id_account_id_fkey would change workspace_id',
  ],
  [
    'create table notes (workspace_id uuid, id integer, exclude using btree (id with =))',
    'notes: has the exclusion constraint notes_id_excl',
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
  const found = await schemaProblems(client, { ...tenantTables, notes: 'workspace_id' });
  await client.query('rollback');
  expect(found.filter((line) => line.startsWith('notes'))).toEqual([problem]);
});
