import { describe, expect, onTestFinished, test } from 'vitest';
import {
  createClusterDatabase,
  createEmptyDatabase,
  createTestDatabase,
  isOnCluster,
} from '#test/create-test-database.ts';
import { addNodes } from '#test/cluster/add-nodes.ts';
import { createDatabase, type Database } from '#platform/database/create-database.ts';
import { distributeTables } from '#platform/database/distribution/distribute-tables.ts';
import { readDistribution } from '#platform/database/distribution/read-distribution.ts';
import { tenantTables } from '#platform/database/distribution/tenant-tables.ts';
import { migrateToLatest } from '#platform/database/migrate.ts';
import { fixShardStatistics } from '#platform/database/tenant-statistics.ts';
import { sql } from 'kysely';
import { checkDistribution } from './doctor/check-distribution.ts';
import { runCommandLine } from './run-command-line.ts';

function open(url: string): Database {
  const db = createDatabase({
    url,
    poolSize: 2,
    onLostConnection: () => {},
    // The command finds the connections of servers by their name.
    applicationName: 'test',
  });
  onTestFinished(() => db.destroy());
  return db;
}

const distribute = (url: string) =>
  runCommandLine(['distribute'], { DATABASE_URL: url, LOG_LEVEL: 'silent' });

/** The tables' definitions, with every foreign key and how Citus distributes them. */
async function schemaOf(db: Database): Promise<unknown> {
  const keys = await sql`
    select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as key
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    order by 1, 2`.execute(db);
  return [keys.rows, await readDistribution(db)];
}

test.skipIf(isOnCluster())('a plain PostgreSQL needs no distribution', async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  expect(await distribute(database.url)).toEqual({
    exitCode: 1,
    output: '',
    complaint:
      'The database is on a PostgreSQL without Citus, and one server needs no distribution. To use several, see docs/cluster.md.',
  });
  expect(await checkDistribution(open(database.url))).toEqual([]);
});

/** A migrated database on three nodes whose tables are not distributed. */
async function createUndistributed() {
  const database = await createClusterDatabase();
  onTestFinished(database.drop);
  await addNodes(database.urls);
  await migrateToLatest(database.url);
  return { ...database, db: open(database.url) };
}

/** Of each table, how many rows the statements of the product find. */
async function countRows(db: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of Object.keys(tenantTables)) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)}`.execute(db);
    counts[table] = rows[0]?.count ?? 0;
  }
  return counts;
}

/** Of each shard of `account_activities`, the distinct values that the planner of its node expects. */
async function readShardStatistics(db: Database): Promise<string[]> {
  const { rows } = await sql<{ result: string }>`
    select result from run_command_on_shards('account_activities', $command$
      select string_agg(attname || ' ' || n_distinct, ', ' order by attname) from pg_stats
      where schemaname || '.' || tablename in ('%1$s', 'public.%1$s')
        and attname in ('account_id', 'workspace_id')
    $command$)`.execute(db);
  return rows.map(({ result }) => result);
}

const id = (number: number) => `00000000-0000-7000-8000-00000000000${number}`;

const rows = `
  insert into users (id, email, name) values ('${id(1)}', 'ann@home.example', 'Ann');
  insert into organizations (id, name, slug) values ('${id(2)}', 'One', 'one');
  insert into workspaces (id, organization_id, name, slug)
    values ('${id(3)}', '${id(2)}', 'One', 'one');
  insert into memberships (workspace_id, user_id, role) values ('${id(3)}', '${id(1)}', 'owner');
  insert into sessions (token_hash, user_id) values ('\\x01', '${id(1)}');
  insert into workspace_accounts (id, workspace_id, domain, name)
    values ('${id(4)}', '${id(3)}', 'acme.com', 'Acme');
  insert into account_days (workspace_id, account_id, day, internal, external, total)
    values ('${id(3)}', '${id(4)}', '2026-01-02', 1, 1, 1);
  insert into domains (id, owner_id, domain, source)
    values ('${id(5)}', '${id(1)}', 'acme.com', 'manual');
  insert into domain_shares (owner_id, domain_id, workspace_id, account_id)
    values ('${id(1)}', '${id(5)}', '${id(3)}', '${id(4)}');`;

describe.skipIf(!isOnCluster())('on a cluster', () => {
  test('distributes the tables with their rows, and once only', async () => {
    const { url, db } = await createUndistributed();
    await sql.raw(rows).execute(db);
    const before = await countRows(db);
    expect(before).toMatchObject({ users: 1, sessions: 1, account_days: 1, domain_shares: 1 });
    expect(await checkDistribution(db)).toEqual([
      {
        subject: 'Citus',
        state: 'unset',
        says: 'no table is distributed. Run: npm run cli -- distribute',
      },
    ]);

    const first = await distribute(url);
    expect(first.complaint).toBe('');
    expect(first.output).toMatch(/^Distributed over 2 nodes: account_activities, /);
    expect(first.output).toMatch(
      /\nForeign keys .* removed from .*sessions.*, which stay on one node/,
    );
    expect(await countRows(db)).toEqual(before);
    const { rows: found } = await sql<{ name: string; kind: string }>`
    select relname as name, coalesce(case partmethod when 'n' then 'reference'
      else column_to_column_name(logicalrelid, partkey) end, 'local') as kind
    from pg_class left join pg_dist_partition on logicalrelid = pg_class.oid
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not like 'kysely%'`.execute(db);
    expect(Object.fromEntries(found.map(({ name, kind }) => [name, kind]))).toEqual(tenantTables);
    expect(await checkDistribution(db)).toEqual([
      { subject: 'Citus', state: 'good', says: 'all tables are distributed over 2 nodes.' },
    ]);

    const schema = await schemaOf(db);
    expect((await distribute(url)).output).toBe('All tables are distributed over 2 nodes already.');
    expect(await schemaOf(db)).toEqual(schema);
  });

  test('the nodes know how many rows they have', async () => {
    const { url, db } = await createUndistributed();
    await sql.raw(rows).execute(db);
    expect(await distribute(url)).toMatchObject({ exitCode: 0 });
    const { rows: shards } = await sql<{ rows: string }>`
      select result as rows from run_command_on_shards('account_days',
        $$select reltuples from pg_class where oid = '%s'::regclass$$)`.execute(db);
    // A shard that was never analyzed says -1.
    expect(
      shards
        .map((shard) => Number(shard.rows))
        .toSorted()
        .at(-1),
    ).toBe(1);
    expect(shards.some((shard) => Number(shard.rows) < 0)).toBe(false);
  });

  test('rows go with those that they belong to, as on one node', async () => {
    const { url, db } = await createUndistributed();
    await sql.raw(rows).execute(db);
    expect(await distribute(url)).toMatchObject({ exitCode: 0 });
    await sql`delete from workspace_accounts where workspace_id = ${id(3)}`.execute(db);
    await sql`delete from domains where owner_id = ${id(1)}`.execute(db);
    expect(await countRows(db)).toMatchObject({
      account_days: 0,
      domain_shares: 0,
      users: 1,
      workspaces: 1,
    });
    const orphan = sql`insert into account_days (workspace_id, account_id, day, internal, external, total)
    values (${id(3)}, ${id(9)}, '2026-01-02', 1, 1, 1)`;
    await expect(orphan.execute(db)).rejects.toThrow('violates foreign key constraint');
  });

  test('a server starts that knows less of the tenants than a new one', async () => {
    const { url, db } = await createUndistributed();
    // As in a database that was distributed by an earlier version.
    await sql`alter table contacts alter column account_id set statistics 100`.execute(db);
    expect(await distribute(url)).toMatchObject({ exitCode: 0 });
    await expect(migrateToLatest(url)).resolves.toBeUndefined();
  });

  test('distributes what a migration added', async () => {
    const { db } = await createUndistributed();
    await distributeTables(db);
    await sql`create table notes (workspace_id uuid not null references workspaces on delete cascade,
    id uuid not null, primary key (workspace_id, id))`.execute(db);
    await sql`create table links (user_id uuid not null references users, id uuid primary key)`.execute(
      db,
    );
    const tenancies = { ...tenantTables, notes: 'workspace_id', links: 'local' } as const;
    expect(await readDistribution(db, tenancies)).toMatchObject({
      pending: ['notes'],
      attached: ['links'],
    });
    expect(await distributeTables(db, tenancies)).toMatchObject({
      distributed: ['notes'],
      detached: ['links'],
    });
    expect(await readDistribution(db, tenancies)).toMatchObject({ pending: [], attached: [] });
    const { rows: keys } = await sql<{ count: number }>`select count(*) as count from pg_constraint
    where contype = 'f' and conrelid = 'notes'::regclass`.execute(db);
    expect(keys).toEqual([{ count: 1 }]);
  });

  test('the nodes know of tenants what one node does, also after a shard was moved', async () => {
    const { urls, db } = await createUndistributed();
    await distributeTables(db);
    const expected = Array.from({ length: 4 }, () => 'account_id 10, workspace_id 10');
    expect(await readShardStatistics(db)).toEqual(expected);

    const target = new URL(urls[2] ?? '');
    await sql`
      select citus_move_shard_placement(shardid, nodename, nodeport, ${target.hostname}::text,
        ${Number(target.port)}::integer, 'block_writes')
      from citus_shards
      where table_name = 'account_activities'::regclass and nodeport <> ${Number(target.port)}`.execute(
      db,
    );
    await sql`analyze account_activities`.execute(db);
    await fixShardStatistics(db);
    expect(await readShardStatistics(db)).toEqual(expected);
  });

  test('says in its own words which node refuses to fix its statistics', async () => {
    const { urls, db } = await createUndistributed();
    await distributeTables(db);
    const onShards = (command: string) =>
      sql`select run_command_on_shards('account_activities', ${command})`.execute(db);
    await onShards('alter table %s alter column account_id set statistics 100');
    await open(urls[1] ?? '')
      .connection()
      .execute(async (worker) => {
        await sql`set citus.enable_ddl_propagation to off`.execute(worker);
        await sql`create function refuse() returns event_trigger language plpgsql as
          $$ begin raise exception 'Not today.'; end $$`.execute(worker);
        await sql`create event trigger refuse on ddl_command_start
          execute function refuse()`.execute(worker);
      });
    await expect(fixShardStatistics(db)).rejects.toThrow(
      new RegExp(
        `^The tables are distributed, .* ${new URL(urls[1] ?? '').host}: ERROR: +Not today.`,
      ),
    );
  });

  test.each<[what: string, break_: (db: Database) => Promise<unknown>, says: unknown]>([
    [
      'a node that is down',
      (db) => sql`update pg_dist_node set nodeport = 9 where groupid = 2`.execute(db),
      expect.stringMatching(
        /^The node 127.0.0.1:9 cannot be reached, or has no database test_\w+. Repair that, then run this again; nothing was changed.$/,
      ),
    ],
    [
      'a cluster without workers',
      (db) =>
        sql`select citus_remove_node(nodename, nodeport) from pg_dist_node
      where groupid <> 0`.execute(db),
      "The cluster has no node for rows. Run on its coordinator for each worker: select citus_add_node('HOST', PORT)",
    ],
    [
      'a coordinator without an address',
      (db) =>
        sql`select citus_remove_node(nodename, nodeport) from pg_dist_node
      where groupid = 0`.execute(db),
      "The coordinator does not know its own address. Run on it: select citus_set_coordinator_host('HOST', PORT)",
    ],
    [
      'a table that was distributed by another column',
      (db) => sql`select create_distributed_table('quiet_candidates', 'account_id')`.execute(db),
      "Tables were distributed by other means: quiet_candidates is distributed by account_id instead of distributed by workspace_id. Undo it on the coordinator: select undistribute_table('quiet_candidates'); then run npm run cli -- distribute. Nothing was changed.",
    ],
  ])('refuses %s, and changes nothing', async (_, break_, says) => {
    const { url, db } = await createUndistributed();
    await break_(db);
    const before = await schemaOf(db);
    expect(await distribute(url)).toEqual({ exitCode: 1, output: '', complaint: says });
    expect(await schemaOf(db)).toEqual(before);
  });

  test('refuses a database without the extension', async () => {
    const database = await createEmptyDatabase();
    onTestFinished(database.drop);
    await migrateToLatest(database.url);
    expect((await distribute(database.url)).complaint).toBe(
      'The database lacks the extension citus. Run on every node, in the same database: create extension citus. Then add the nodes: docs/cluster.md.',
    );
  });

  test('refuses while servers run, unless everything is distributed', async () => {
    const { url, db } = await createUndistributed();
    const before = await schemaOf(db);
    const server = createDatabase({ url, poolSize: 1, onLostConnection: () => {} });
    await sql`select 1`.execute(server);
    expect((await distribute(url)).complaint).toMatch(
      /^Processes of the server are running \(1 connection uses the database\).* Nothing was changed.$/,
    );
    expect(await schemaOf(db)).toEqual(before);
    await server.destroy();
    expect(await distribute(url)).toMatchObject({ exitCode: 0 });
    const next = createDatabase({ url, poolSize: 1, onLostConnection: () => {} });
    onTestFinished(() => next.destroy());
    await sql`select 1`.execute(next);
    expect(await distribute(url)).toMatchObject({ exitCode: 0 });
  });

  test('refuses a worker', async () => {
    const { urls } = await createUndistributed();
    const worker = open(urls[1] ?? '');
    await expect(distributeTables(worker)).rejects.toThrow(
      'DATABASE_URL names a worker of the cluster. Use the address of its coordinator.',
    );
  });

  test('waits for no statement for long', async () => {
    const { url, db } = await createUndistributed();
    const before = await schemaOf(db);
    await db.transaction().execute(async (tx) => {
      await sql`select from account_days`.execute(tx);
      expect((await distribute(url)).complaint).toBe(
        'The tables are in use. Stop the servers, then run this again. Nothing was changed.',
      );
    });
    expect(await schemaOf(db)).toEqual(before);
  });
});
