import { sql } from 'kysely';
import type { Connection, Database } from '../create-database.ts';

/** By the dialect's adapter, which a database shares with its transactions. */
const clusters = new WeakSet<object>();

/**
 * Operations that a module does in one way where all rows are on one node, and in another where the rows of
 * users and of workspaces are on different nodes of a cluster. Each module names its operations in an
 * interface of its own, in its folder `storage/`, beside the two objects that implement it.
 */
export interface Strategies<Storage> {
  oneNode: Storage;
  cluster: Storage;
}

/**
 * Makes the function that gives a module its storage. A database knows from `chooseStorage` which it is,
 * and its transactions know it from the database, so that no one can pass the one with the other.
 */
export const storageBy =
  <Storage>({ oneNode, cluster }: Strategies<Storage>) =>
  (connection: Connection): Storage =>
    clusters.has(connection.getExecutor().adapter) ? cluster : oneNode;

/**
 * Chooses the storage of a process when it starts: the cluster's where Citus spreads captured activities over
 * several nodes. Its catalog lists such tables as distributed by hash.
 */
export async function chooseStorage(db: Database): Promise<void> {
  const { rows: catalogs } = await sql<{ exists: boolean }>`
    select to_regclass('pg_dist_partition') is not null as exists`.execute(db);
  if (catalogs[0]?.exists !== true) return;
  const { rows } = await sql`
    select from pg_dist_partition
    where logicalrelid = 'captured_activities'::regclass and partmethod = 'h'`.execute(db);
  if (rows.length > 0) treatAsCluster(db);
}

/** Has everything done through this database as on a cluster from now on, which works on one node as well. */
export function treatAsCluster(db: Database): void {
  clusters.add(db.getExecutor().adapter);
}
