import { sql } from 'kysely';
import type { Connection } from '../create-database.ts';
import { type Tenancy, tenantTables } from './tenant-tables.ts';

export type Tenancies = Readonly<Record<string, Tenancy>>;

/** The tables that share their nodes with the other tables of the same key, so that rows can be joined. */
export const firstTable = { workspace_id: 'workspace_accounts', owner_id: 'domains' } as const;

/** The distribution of a database's tables over the nodes of a Citus cluster. */
export interface Distribution {
  /** That have rows of distributed tables, as `host:port`. */
  nodes: string[];
  /** The other nodes that do not respond, as `host:port`. */
  unreachable: string[];
  /** The other nodes without the extension in their database, as `host:port`. */
  incomplete: string[];
  /** Tables that are not distributed yet, such as those of a new migration. */
  pending: string[];
  /** Tables that stay on one node, with foreign keys to tables that do not. */
  attached: string[];
  /** Tables that are distributed in another way, each as a clause. */
  misplaced: { table: string; problem: string }[];
}

interface CitusTable {
  table: string;
  kind: Tenancy | (string & {});
  colocation: number;
}

/** Undefined for a database that is not on a cluster: one without the extension. */
export async function readDistribution(
  db: Connection,
  tenancies: Tenancies = tenantTables,
): Promise<Distribution | undefined> {
  if ((await readCitus(db)) !== 'installed') return undefined;
  const nodes = await sql<{ name: string }>`
    select nodename || ':' || nodeport as name from pg_dist_node
    where noderole = 'primary' and isactive and shouldhaveshards order by 1`.execute(db);
  const responses = await sql<{ name: string; success: boolean; isComplete: boolean }>`
    select nodename || ':' || nodeport as name, success, result = '1' as "isComplete"
    from run_command_on_workers(
      'select count(*) from pg_extension where extname = ''citus''') order by 1`.execute(db);
  const tables = await readCitusTables(db);
  const found = new Map(tables.map((table) => [table.table, table]));
  const entries = Object.entries(tenancies);
  return {
    nodes: nodes.rows.map(({ name }) => name),
    unreachable: responses.rows.flatMap(({ name, success }) => (success ? [] : [name])),
    incomplete: responses.rows.flatMap(({ name, success, isComplete }) =>
      success && !isComplete ? [name] : [],
    ),
    pending: entries.flatMap(([table, tenancy]) =>
      tenancy !== 'local' && (found.get(table)?.kind ?? 'attached') === 'attached' ? [table] : [],
    ),
    attached: await readAttached(db, tenancies),
    misplaced: entries.flatMap(([table, tenancy]) => {
      const problem = problemOf(found, table, tenancy);
      return problem === undefined ? [] : [{ table, problem }];
    }),
  };
}

/** Whether the database's server has Citus, and whether it is installed in the database. */
export async function readCitus(db: Connection): Promise<'installed' | 'available' | 'absent'> {
  const { rows } = await sql<{ isInstalled: boolean; isAvailable: boolean }>`
    select exists (select from pg_extension where extname = 'citus') as "isInstalled",
      exists (select from pg_available_extensions where name = 'citus') as "isAvailable"`.execute(
    db,
  );
  if (rows[0]?.isInstalled === true) return 'installed';
  return rows[0]?.isAvailable === true ? 'available' : 'absent';
}

/** Whether the database is one of a node that a coordinator manages. */
export async function isWorkerNode(db: Connection): Promise<boolean> {
  if ((await readCitus(db)) !== 'installed') return false;
  const { rows } = await sql<{ isCoordinator: boolean }>`
    select (select groupid from pg_dist_local_group) = 0 as "isCoordinator"`.execute(db);
  return rows[0]?.isCoordinator !== true;
}

/**
 * All tables that Citus knows. It adds a table that stays on one node to them when a foreign key leads
 * to a table that does not; these count as attached.
 */
async function readCitusTables(db: Connection): Promise<CitusTable[]> {
  const { rows } = await sql<CitusTable>`
    select relation.relname as "table", citus.colocationid as colocation,
      case when citus.partmethod = 'h' then column_to_column_name(citus.logicalrelid, citus.partkey)
        when citus.repmodel = 't' then 'reference'
        when citus.autoconverted then 'attached'
        else 'local' end as kind
    from pg_dist_partition citus join pg_class relation on relation.oid = citus.logicalrelid
    where relation.relnamespace = 'public'::regnamespace`.execute(db);
  return rows;
}

async function readAttached(db: Connection, tenancies: Tenancies): Promise<string[]> {
  const keys = await readForeignKeys(db);
  const found = keys.filter((key) => isAttaching(key, tenancies)).map(({ table }) => table);
  return [...new Set(found)].sort();
}

export interface ForeignKey {
  table: string;
  target: string;
  name: string;
  definition: string;
}

export async function readForeignKeys(db: Connection): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select source.relname as "table", target.relname as target, conname as name,
      pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class source on source.oid = conrelid
    join pg_class target on target.oid = confrelid
    where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 3`.execute(db);
  return rows;
}

/** Whether a foreign key leads from a table that stays on one node to one that does not. */
export const isAttaching = ({ table, target }: ForeignKey, tenancies: Tenancies): boolean =>
  tenancies[table] === 'local' && (tenancies[target] ?? 'local') !== 'local';

function problemOf(
  found: ReadonlyMap<string, CitusTable>,
  table: string,
  tenancy: Tenancy,
): string | undefined {
  const { kind, colocation } = found.get(table) ?? {};
  if (kind === undefined || kind === 'attached') return undefined;
  if (kind !== tenancy) return `${table} is ${worded(kind)} instead of ${worded(tenancy)}`;
  if (tenancy === 'local') return `${table} is known to Citus although it stays on one node`;
  if (tenancy === 'reference') return undefined;
  const first = firstTable[tenancy];
  return colocation === found.get(first)?.colocation
    ? undefined
    : `${table} is not distributed together with ${first}`;
}

function worded(kind: string): string {
  if (kind === 'reference') return 'a reference table';
  return kind === 'local' ? 'on one node' : `distributed by ${kind}`;
}
