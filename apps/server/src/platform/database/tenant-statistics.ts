import { sql } from 'kysely';
import type { Database } from './create-database.ts';
import { readCitus } from './distribution/read-distribution.ts';

/**
 * To whom rows belong, by the table that has one row for each. So many are taken for the distinct values
 * of a column.
 */
type Tenant = 'workspaces' | 'workspace_accounts' | 'users' | 'integrations';

/** A column of which so few values are assumed that no statement goes by it alone. */
const FEW = 'few';

/**
 * At least so many distinct values, since a new installation has one, and at most so many. A row's own
 * key then looks more selective than its tenant in tables of 1,000 rows and more.
 */
const MIN_DISTINCT = 10;
const MAX_DISTINCT = 1_000;

/**
 * The most rows that the planner expects of a user. With more, it reads a large table to its end, in
 * seconds, also for those who have a few of its rows.
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
 * Fixes what the planner knows of tenants in large tables, and keeps `analyze` from replacing it.
 *
 * With a list of all tenants from the last `analyze`, the planner expects one row of a tenant that
 * is not on it, and reads all of their rows for each that it looks up. Changes nothing where it is
 * about right already, and where a cluster has the rows; a database that was copied with `pg_dump`
 * lacks it.
 */
export async function fixTenantStatistics(db: Database): Promise<void> {
  // Citus keeps their rows in tables of its own, and refuses the statement.
  const distributed = await findDistributed(db);
  const tables = Object.keys(tenantColumns).filter((table) => !distributed.has(table));
  // Nor are these counted: a node that is down does not prevent a start.
  if (tables.length === 0) return;
  for (const { table, column, distinct } of await findUnfixed(db, tables)) {
    await sql`
      alter table ${sql.table(table)} alter column ${sql.ref(column)} set statistics 0`.execute(db);
    await sql`
      select pg_clear_attribute_stats(current_schema()::text, ${table}, ${column}, false)`.execute(
      db,
    );
    await sql`
      select pg_restore_attribute_stats(
        'schemaname', current_schema()::text, 'relname', ${table}::text,
        'attname', ${column}::text, 'inherited', false, 'null_frac', 0::real,
        'avg_width', ${WIDTH}::integer, 'n_distinct', ${distinct}::real)`.execute(db);
  }
}

async function findDistributed(db: Database): Promise<Set<string>> {
  if ((await readCitus(db)) !== 'installed') return new Set();
  const { rows } = await sql<{ table: string }>`
    select logicalrelid::text as "table" from pg_dist_partition`.execute(db);
  return new Set(rows.map(({ table }) => table));
}

interface TenantColumn {
  table: string;
  column: string;
  distinct: number;
}

/** Columns whose distinct values are not fixed, or have become more than twice as many, or less than half. */
async function findUnfixed(db: Database, tables: readonly string[]): Promise<TenantColumn[]> {
  const distinct = await countTenants(db);
  const counted = tables.flatMap((table) =>
    Object.entries(tenantColumns[table] ?? {}).map(([column, tenant]) => ({
      table,
      column,
      distinct: tenant === FEW ? MIN_DISTINCT : distinct[tenant],
      rowsExpected: tenant === 'users' ? MAX_ROWS_EXPECTED : null,
    })),
  );
  // A table that was never analyzed has -1 rows.
  const { rows } = await sql<TenantColumn>`
    with wanted as (
      select counted.table, counted.column,
        greatest(counted.distinct, ceil(class.reltuples / counted."rowsExpected"))::float8
          as distinct
      from json_to_recordset(${JSON.stringify(counted)}::json)
        as counted("table" text, "column" text, "distinct" integer, "rowsExpected" integer)
      left join pg_class class on class.oid = to_regclass(quote_ident(counted.table))
    )
    select wanted.table, wanted.column, wanted.distinct
    from wanted
    left join pg_stats known
      on known.schemaname = current_schema() and known.tablename = wanted.table
        and known.attname = wanted.column and not known.inherited
    join pg_attribute attribute
      on attribute.attrelid = to_regclass(quote_ident(wanted.table))
        and attribute.attname = wanted.column
    where attribute.attstattarget is distinct from 0
      or known.n_distinct is null
      or known.n_distinct not between wanted.distinct / 2.0 and wanted.distinct * 2.0`.execute(db);
  return rows;
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
