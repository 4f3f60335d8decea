import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { PlanningClient } from './plan-once.ts';
import type { Schema } from './schema.ts';

export type Database = Kysely<Schema>;
/** A database or a transaction of it: what a repository needs. */
export type Connection = Kysely<Schema> | Transaction<Schema>;
export type { Transaction };

const types = new pg.TypeOverrides();
// A day is a calendar day, not an instant: the driver's default would shift it by the time zone.
types.setTypeParser(pg.types.builtins.DATE, (text) => text);
// Counts stay far below 2^53.
types.setTypeParser(pg.types.builtins.INT8, Number);

export interface DatabaseOptions {
  url: string;
  /** Connections at most. */
  poolSize: number;
  /** Told of the loss of an idle connection; the pool makes a new one by itself. */
  onLostConnection: (error: Error) => void;
}

/** Opens a pool of connections. Nothing is connected before the first query. */
export function createDatabase({ url, poolSize, onLostConnection }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    Client: PlanningClient,
    max: poolSize,
    types,
    // A request waits this long for a connection, then fails with a clear error.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
  });
  pool.on('error', (error) => {
    // While the pool closes, its connections are meant to end.
    if (!pool.ending) onLostConnection(error);
  });
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}
