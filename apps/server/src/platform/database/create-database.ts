import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { traceQuery } from '../trace/trace-query.ts';
import { watchForClosing } from './abandoned-request.ts';
import { explainDatabaseError, TOO_MANY_WAITING } from './database-unavailable.ts';
import { RepeatingDatabase } from './repeat-collided.ts';
import { ResponseWatch } from './connection/response-watch.ts';
import type { Schema } from './schema.ts';
import { watchedClient } from './connection/watched-client.ts';

export type Database = Kysely<Schema>;
/** A database, or a transaction of it. */
export type Connection = Kysely<Schema> | Transaction<Schema>;
export type { Transaction };

const types = new pg.TypeOverrides();
// A day is a calendar day, not an instant: the driver's default would shift it by the time zone.
types.setTypeParser(pg.types.builtins.DATE, (text) => text);
// Counts stay far below 2^53.
types.setTypeParser(pg.types.builtins.INT8, Number);

/** Application name of the connections of this product's processes. */
export const APPLICATION_NAME = 'account-tracker';

export interface DatabaseOptions {
  url: string;
  /** Maximum number of connections. */
  poolSize: number;
  /** Called when an idle connection is lost; the pool opens a new one by itself. */
  onLostConnection: (error: Error) => void;
  /** Timeout of each statement outside a transaction; milliseconds. No limit when absent. */
  statementTimeoutMs?: number;
  /** Application name of its connections in `pg_stat_activity`. */
  applicationName?: string;
  /** Creates a trace span for every statement. */
  traces?: boolean;
  /** Whether transactions that the database ended because they collided are repeated. Default true. */
  repeatsCollided?: boolean;
}

const nameInUrl = /([?&])application_name=([^&#]*)&?/;

/** Connections of the product are recognized by their names (`require-stopped.ts`), whatever a URL says. */
export const withoutName = (url: string): string => url.replace(nameInUrl, '$1');

/** The application name in a URL; earlier versions put theirs there. */
export function applicationNameIn(url: string): string | undefined {
  const [, , name] = nameInUrl.exec(url) ?? [];
  return name === undefined || name === '' ? undefined : decodeURIComponent(name);
}

/** About as many as a pool of ten can serve within the time a request waits for a connection. */
const MAX_WAITING = 2_000;

/** The current usage of a pool's connections. */
export interface PoolState {
  busy: number;
  idle: number;
  /** Requests and jobs that wait for a connection. */
  waiting: number;
  maximum: number;
}

const pools = new WeakMap<Database, pg.Pool>();

/**
 * Opens a connection pool. The first query opens the first connection. Failures because the
 * database is unavailable are thrown as `DatabaseUnavailableError`; transactions that collide are repeated.
 */
export function createDatabase(options: DatabaseOptions): Database {
  const { url, poolSize, onLostConnection, statementTimeoutMs, traces = false } = options;
  const { applicationName = APPLICATION_NAME, repeatsCollided = true } = options;
  const watch = new ResponseWatch(url);
  const pool = new pg.Pool({
    connectionString: withoutName(url),
    Client: watchedClient(watch, statementTimeoutMs),
    max: poolSize,
    types,
    application_name: applicationName,
    ...(statementTimeoutMs !== undefined && { statement_timeout: statementTimeoutMs }),
    // A request waits this long for a connection, then fails with a clear error.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // Prevents routers from dropping idle connections.
    keepAlive: true,
    onConnect: watchForClosing,
  });
  pool.on('error', (error) => {
    // Connections are expected to end while the pool closes.
    if (!pool.ending) onLostConnection(error);
  });
  // Losing a connection in use also fails its statement; without a listener, the event would end
  // the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new (repeatsCollided ? RepeatingDatabase : Kysely<Schema>)({
    dialect: new PostgresDialect({ pool: explaining(pool, watch) }),
    ...(traces && { log: traceQuery }),
  });
  pools.set(db, pool);
  return db;
}

/** @throws an error for a database that was not opened by `createDatabase`. */
export function poolStateOf(db: Database): PoolState {
  const pool = pools.get(db);
  if (pool === undefined) throw new Error('This database was not opened by createDatabase.');
  const { totalCount, idleCount: idle, waitingCount: waiting } = pool;
  return { busy: totalCount - idle, idle, waiting, maximum: pool.options.max };
}

const explaining = (pool: pg.Pool, watch: ResponseWatch) => ({
  options: pool.options,
  end: async () => {
    watch.close();
    await pool.end();
  },
  connect: async () => {
    try {
      if (pool.waitingCount >= MAX_WAITING) throw new Error(TOO_MANY_WAITING);
      return await pool.connect();
    } catch (error) {
      throw explainDatabaseError(error);
    }
  },
});
