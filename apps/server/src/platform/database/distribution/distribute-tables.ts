import { CLI_COMMAND } from '../../cli-command.ts';
import { sql } from 'kysely';
import pg from 'pg';
import type { Connection, Database } from '../create-database.ts';
import { DatabaseUnavailableError } from '../database-unavailable.ts';
import { requireStopped } from '../require-stopped.ts';
import { fixShardStatistics } from '../tenant-statistics.ts';
import {
  type Distribution,
  firstTable,
  isAttaching,
  isWorkerNode,
  readCitus,
  readDistribution,
  readForeignKeys,
  type Tenancies,
} from './read-distribution.ts';
import { tenantTables } from './tenant-tables.ts';

/** The tables cannot be distributed; nothing was changed. */
export class DistributionError extends Error {
  override name = 'DistributionError';
}

export interface DistributedTables {
  /** Tables that were distributed now. */
  distributed: string[];
  /** Tables that stay on one node and lost foreign keys to these. */
  detached: string[];
  /** Nodes that have rows of distributed tables. */
  nodes: string[];
}

/** The wait for statements of running processes that use the tables. */
const LOCK_TIMEOUT = '5s';

/**
 * Refuses to distribute tables while servers run: each chooses how it publishes when it starts.
 *
 * @param nameInUrl as of `requireStopped`.
 * @throws DistributionError
 */
export async function requireNoServers(db: Database, nameInUrl?: string): Promise<void> {
  await requireCoordinator(db);
  await requireStopped(db, {
    nameInUrl,
    isNeeded: async () => {
      const distribution = await readDistribution(db);
      return (
        distribution === undefined ||
        distribution.pending.length > 0 ||
        distribution.attached.length > 0
      );
    },
    refuse: (connections) =>
      new DistributionError(
        `Processes of the server are running (${connections} the database), and would go on as if the tables were on one node. Stop them, then run this again. Nothing was changed.`,
      ),
  });
}

/**
 * Spreads the tables that are not distributed yet over the nodes of the database's Citus cluster, in one
 * transaction. It drops foreign keys first and adds them again, except those of tables that stay on one node:
 * Citus would manage these tables, and refuse some of their statements.
 *
 * @throws DistributionError when there is no cluster, when a node does not respond, and when tables
 *   are distributed in another way.
 */
export async function distributeTables(
  db: Database,
  tenancies: Tenancies = tenantTables,
): Promise<DistributedTables> {
  await requireCoordinator(db);
  const done = await distributeInTransaction(db, tenancies);
  const copied = await readCopiedTables(db);
  await removeLocalRows(db, copied);
  await analyzeShards(db, copied);
  await fixShardStatistics(db);
  return done;
}

async function distributeInTransaction(
  db: Database,
  tenancies: Tenancies,
): Promise<DistributedTables> {
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('distribute', 0))`.execute(tx);
      await sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true),
        set_config('citus.multi_shard_modify_mode', 'sequential', true)`.execute(tx);
      const distribution = await requireDistributable(tx, tenancies);
      await distributePending(tx, distribution, tenancies);
      await useOneConnection(tx);
      const { pending, attached, nodes } = distribution;
      return { distributed: pending, detached: attached, nodes };
    });
  } catch (error) {
    throw explain(error);
  }
}

async function requireCoordinator(db: Database): Promise<void> {
  const citus = await readCitus(db);
  if (citus === 'absent') {
    throw new DistributionError(
      'The database is on a PostgreSQL without Citus, and one server needs no distribution. To use several, see docs/cluster.md.',
    );
  }
  if (citus === 'available') {
    throw new DistributionError(
      'The database lacks the extension citus. Run on every node, in the same database: create extension citus. Then add the nodes: docs/cluster.md.',
    );
  }
  const { rows } = await sql<{ isAdded: boolean }>`
    select exists (select from pg_dist_node where groupid = 0) as "isAdded"`.execute(db);
  if (await isWorkerNode(db)) {
    throw new DistributionError(
      'DATABASE_URL names a worker of the cluster. Use the address of its coordinator.',
    );
  }
  if (rows[0]?.isAdded !== true) {
    throw new DistributionError(
      "The coordinator does not know its own address. Run on it: select citus_set_coordinator_host('HOST', PORT)",
    );
  }
}

async function requireDistributable(tx: Connection, tenancies: Tenancies): Promise<Distribution> {
  const distribution = await readDistribution(tx, tenancies);
  if (distribution === undefined || distribution.nodes.length === 0) {
    throw new DistributionError(
      "The cluster has no node for rows. Run on its coordinator for each worker: select citus_add_node('HOST', PORT)",
    );
  }
  const { unreachable, incomplete, misplaced } = distribution;
  if (unreachable.length > 0) {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(tx);
    const [nodes, have] = unreachable.length === 1 ? ['node', 'has'] : ['nodes', 'have'];
    throw new DistributionError(
      `The ${nodes} ${unreachable.join(', ')} cannot be reached, or ${have} no database ${rows[0]?.name}. Repair that, then run this again; nothing was changed.`,
    );
  }
  if (incomplete.length > 0) {
    const [nodes, lack, each] =
      incomplete.length === 1 ? ['node', 'lacks', 'it'] : ['nodes', 'lack', 'each'];
    throw new DistributionError(
      `The ${nodes} ${incomplete.join(', ')} ${lack} the extension citus. Run on ${each}, in the same database: create extension citus. Then run this again; nothing was changed.`,
    );
  }
  if (misplaced.length > 0)
    throw new DistributionError(`${describeMisplaced(misplaced)} Nothing was changed.`);
  return distribution;
}

export const describeMisplaced = (misplaced: Distribution['misplaced']): string => {
  const undo = misplaced.map(({ table }) => `select undistribute_table('${table}')`);
  return `Tables were distributed by other means: ${misplaced.map(({ problem }) => problem).join('; ')}. Undo it on the coordinator: ${undo.join('; ')}; then run ${CLI_COMMAND} distribute.`;
};

async function distributePending(
  tx: Connection,
  { pending }: Distribution,
  tenancies: Tenancies,
): Promise<void> {
  const isPending = (table: string) => pending.includes(table);
  const keys = (await readForeignKeys(tx)).filter(
    (key) => isPending(key.table) || isPending(key.target) || isAttaching(key, tenancies),
  );
  for (const { table, name } of keys) {
    await sql`alter table ${sql.id(table)} drop constraint ${sql.id(name)}`.execute(tx);
  }
  for (const table of inOrder(pending, tenancies)) await distributeTable(tx, table, tenancies);
  for (const { table, name, definition } of keys) {
    if (tenancies[table] === 'local') continue;
    await sql`alter table ${sql.id(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(
      tx,
    );
  }
  await distributeFunctions(tx);
}

/** Reference tables first, and of each key the table that the others follow. */
function inOrder(tables: readonly string[], tenancies: Tenancies): string[] {
  const first: readonly string[] = Object.values(firstTable);
  const rank = (table: string) =>
    tenancies[table] === 'reference' ? 0 : first.includes(table) ? 1 : 2;
  return [...tables].sort((one, other) => rank(one) - rank(other));
}

async function distributeTable(tx: Connection, table: string, tenancies: Tenancies): Promise<void> {
  const tenancy = tenancies[table];
  if (tenancy === 'reference') {
    await sql`select create_reference_table(${table}::text::regclass)`.execute(tx);
  } else if (tenancy !== undefined && tenancy !== 'local') {
    const first = firstTable[tenancy];
    await sql`select create_distributed_table(${table}::text::regclass, ${tenancy}::text,
      colocate_with => ${first === table ? 'none' : first}::text)`.execute(tx);
  }
}

/**
 * Has each transaction use one connection to a node, from the next connection to the database on.
 * Otherwise it could not change a reference table after it looked at several parts of another one.
 */
async function useOneConnection(tx: Connection): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(tx);
  await sql`alter database ${sql.id(rows[0]?.name ?? '')}
    set citus.multi_shard_modify_mode = sequential`.execute(tx);
}

/** Functions of the schema that a node needs for the statements on its rows. */
async function distributeFunctions(tx: Connection): Promise<void> {
  await sql`
    select create_distributed_function(function.oid::regprocedure) from pg_proc function
    where pronamespace = 'public'::regnamespace and prokind = 'f'
      and not exists (
        select from pg_depend where classid = 'pg_proc'::regclass and objid = function.oid
          and deptype = 'e')
      and not exists (
        select from pg_dist_object known where known.classid = 'pg_proc'::regclass
          and known.objid = function.oid)`.execute(tx);
}

/** Finds the distributed tables with rows left on the coordinator's disk. */
async function readCopiedTables(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select logicalrelid::text as name from pg_dist_partition
    where (partmethod = 'h' or repmodel = 't') and pg_relation_size(logicalrelid) > 0`.execute(db);
  return rows.map(({ name }) => name);
}

/** The rows copied to the nodes are still on the coordinator's disk, where no statement reads them. */
async function removeLocalRows(db: Database, tables: readonly string[]): Promise<void> {
  await sql`
    select truncate_local_data_after_distributing_table(name::regclass)
    from unnest(${tables}::text[]) name`.execute(db);
}

/** Nothing is known of rows that were just copied, and a plan without it can take minutes. */
async function analyzeShards(db: Database, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(db);
}

function explain(error: unknown): unknown {
  if (error instanceof DistributionError) return error;
  const advice = 'Nothing was changed.';
  if (error instanceof DatabaseUnavailableError && error.reason === 'locked') {
    return new DistributionError(
      `The tables are in use. Stop the servers, then run this again. ${advice}`,
      { cause: error },
    );
  }
  if (error instanceof DatabaseUnavailableError || error instanceof pg.DatabaseError) {
    return new DistributionError(`The tables cannot be distributed: ${error.message}. ${advice}`, {
      cause: error,
    });
  }
  return error;
}
