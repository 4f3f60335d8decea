import { CLI_COMMAND } from '../cli-command.ts';
import { sql } from 'kysely';
import type { Database } from './create-database.ts';
import { readCitus } from './distribution/read-distribution.ts';

/**
 * The table of the users or workspaces that rows belong to. Its number of rows is the estimate of a column's
 * distinct values.
 */
type Tenant = 'workspaces' | 'workspace_accounts' | 'users' | 'integrations';

/** A column that is assumed to have so few values that no statement goes by it alone. */
const FEW = 'few';

/**
 * At least so many distinct values, since a new installation has one, and at most so many. A row's own
 * key then looks more selective than its tenant in tables of 1,000 rows and more.
 */
const MIN_DISTINCT = 10;
const MAX_DISTINCT = 1_000;

/**
 * The most rows that the planner expects of a user. With more, it reads a large table to its end, which takes
 * seconds, also for users with a few rows.
 */
const MAX_ROWS_EXPECTED = 10_000;

/** The columns of large tables that say to whom a row belongs (docs/decisions/tenant-statistics.md). */
const tenantColumns: Readonly<Record<string, Readonly<Record<string, Tenant | typeof FEW>>>> = {
  // Feeds go by the account. With small workspaces, the planner would read all of one from another
  // index, and combine the two.
  account_activities: { workspace_id: FEW, account_id: 'workspace_accounts' },
  account_activity_contributors: { workspace_id: 'workspaces', account_id: 'workspace_accounts' },
  account_activity_words: { workspace_id: 'workspaces' },
  account_message_refs: { workspace_id: 'workspaces', account_id: 'workspace_accounts' },
  contacts: { workspace_id: 'workspaces', account_id: 'workspace_accounts' },
  tie_days: { workspace_id: 'workspaces', account_id: 'workspace_accounts' },
  captured_activities: { owner_id: 'users' },
  captured_activity_domains: { owner_id: 'users' },
  item_locations: { owner_id: 'users', integration_id: 'integrations' },
};

/** Bytes of a UUID; the planner hardly uses it. */
const WIDTH = 16;

/**
 * Fixes the planner's statistics of tenants in large tables, and keeps `analyze` from replacing them.
 *
 * With a list of all tenants from the last `analyze`, the planner expects one row of a tenant that is not on
 * it, and reads all rows of that tenant for each lookup. Changes nothing if the statistics are about right
 * already, and where a cluster has the rows (`fixShardStatistics`). A database that was copied with `pg_dump`
 * lacks them.
 */
export async function fixTenantStatistics(db: Database): Promise<void> {
  const distributed = await findDistributed(db);
  const tables = Object.keys(tenantColumns).filter((table) => !distributed.has(table));
  // Tenants are not counted where there is none: a node that is down does not prevent a start.
  if (tables.length === 0) return;
  const relations = 'select to_regclass(quote_ident(counted.table)) as oid';
  const distinct = await countTenants(db);
  for (const table of tables) {
    await sql.raw(fixCommand(distinct, table, relations)).execute(db);
  }
}

/**
 * The same for the tables in which the nodes of a cluster have the rows of distributed tables. One that is
 * new because a shard was moved or split lacks it. Does nothing if no table is distributed.
 *
 * @throws DatabaseUnavailableError when a node is down.
 * @throws Error with the node's own words when it refuses.
 */
export async function fixShardStatistics(db: Database): Promise<void> {
  const distributed = await findDistributed(db);
  const tables = Object.keys(tenantColumns).filter((table) => distributed.has(table));
  if (tables.length === 0) return;
  // Null on the nodes that do not have it.
  const relations = `
    select to_regclass(shard_name(logicalrelid, shardid)) as oid from pg_dist_shard
    where logicalrelid = to_regclass(quote_ident(counted.table))`;
  const distinct = await countTenants(db);
  for (const table of tables) {
    const command = fixCommand(distinct, table, relations, SHARD_LOCK_TIMEOUT);
    const { rows } = await sql<{ node: string; result: string }>`
      select nodename || ':' || nodeport as node, result
      from run_command_on_all_nodes(${command}) join pg_dist_node using (nodeid)
      where not success`.execute(db);
    if (rows.length === 0) continue;
    const reasons = rows.map(({ node, result }) => `${node}: ${result}`);
    throw new Error(
      `The tables are distributed, but the planner's statistics of some are not fixed; ${CLI_COMMAND} distribute tries again. ${reasons.join('; ')}`,
    );
  }
}

/** The statistics that a node has fixed stay locked while it waits for the next shard. */
const SHARD_LOCK_TIMEOUT = '5s';

async function findDistributed(db: Database): Promise<Set<string>> {
  if ((await readCitus(db)) !== 'installed') return new Set();
  const { rows } = await sql<{ table: string }>`
    select logicalrelid::text as "table" from pg_dist_partition`.execute(db);
  return new Set(rows.map(({ table }) => table));
}

/**
 * Fixes the columns of a table whose distinct values are not fixed, or have become more than twice as many, or
 * less than half. A command without parameters, which a cluster can send to its nodes. It holds its locks to
 * its end: of several tables, it could wait for a migration that waits for it.
 *
 * @param relations selects those that have the rows of `counted.table` on the node, as `oid`.
 */
function fixCommand(
  distinct: Record<Tenant, number>,
  table: string,
  relations: string,
  lockTimeout?: string,
): string {
  const counted = Object.entries(tenantColumns[table] ?? {}).map(([column, tenant]) => ({
    table,
    column,
    distinct: tenant === FEW ? MIN_DISTINCT : distinct[tenant],
    rowsExpected: tenant === 'users' ? MAX_ROWS_EXPECTED : null,
  }));
  const limit =
    lockTimeout === undefined ? '' : `perform set_config('lock_timeout', '${lockTimeout}', true);`;
  return `
    do $command$
    declare
      unfixed record;
    begin
      ${limit}
      for unfixed in
        with wanted as (
          select relation.oid, class.relname as name, counted.column,
            -- A table that was never analyzed has -1 rows.
            greatest(counted.distinct, ceil(class.reltuples / counted."rowsExpected"))::float8
              as distinct
          from json_to_recordset('${JSON.stringify(counted)}')
            as counted("table" text, "column" text, "distinct" integer, "rowsExpected" integer)
          cross join lateral (${relations}) relation
          join pg_class class on class.oid = relation.oid
        )
        select wanted.*
        from wanted
        join pg_attribute attribute
          on attribute.attrelid = wanted.oid and attribute.attname = wanted.column
        left join pg_stats known
          on known.schemaname = current_schema() and known.tablename = wanted.name
            and known.attname = wanted.column and not known.inherited
        where attribute.attstattarget is distinct from 0
          or known.n_distinct is null
          or known.n_distinct not between wanted.distinct / 2.0 and wanted.distinct * 2.0
        order by wanted.oid
      loop
        execute format('alter table %I alter column %I set statistics 0',
          unfixed.name, unfixed.column);
        perform pg_clear_attribute_stats(
          current_schema()::text, unfixed.name::text, unfixed.column, false);
        perform pg_restore_attribute_stats(
          'schemaname', current_schema()::text, 'relname', unfixed.name::text,
          'attname', unfixed.column, 'inherited', false, 'null_frac', 0::real,
          'avg_width', ${WIDTH}, 'n_distinct', unfixed.distinct::real);
      end loop;
    end $command$`;
}

/** Counted apart from the catalog, which a cluster cannot join with its tables. */
async function countTenants(db: Database): Promise<Record<Tenant, number>> {
  const count = async (tenant: Tenant) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(tenant)}`.execute(db);
    return Math.min(Math.max(rows[0]?.count ?? 0, MIN_DISTINCT), MAX_DISTINCT);
  };
  return {
    workspaces: await count('workspaces'),
    workspace_accounts: await count('workspace_accounts'),
    users: await count('users'),
    integrations: await count('integrations'),
  };
}
