import type { Connection, Database } from '../create-database.ts';

/** By the dialect's adapter, which a database shares with its transactions. */
const distributed = new WeakSet<object>();

/**
 * Whether the rows of users and of workspaces lie on different nodes, so that no statement joins the
 * ones with the others.
 */
export const isDistributed = (connection: Connection): boolean =>
  distributed.has(connection.getExecutor().adapter);

export function setDistributed(db: Database): void {
  distributed.add(db.getExecutor().adapter);
}
