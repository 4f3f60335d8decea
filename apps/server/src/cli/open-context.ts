import path from 'node:path';
import { sql } from 'kysely';
import { type Config, ConfigError } from '../config.ts';
import { createDatabase } from '../platform/database/create-database.ts';
import { migrateToLatest, requireLatestSchema } from '../platform/database/migrate.ts';
import { findRunningPostgres } from '@repo/embedded-postgres/find-running-postgres';
import { startEmbeddedPostgres } from '@repo/embedded-postgres/start-embedded-postgres';
import { createLog, type Log } from '../platform/log/create-log.ts';
import { createMailer } from '../platform/mail/create-mailer.ts';
import type { CliContext } from './command.ts';

export interface OpenContext {
  context: CliContext;
  close: () => Promise<void>;
}

/**
 * Opens the server's database, whether or not the server is running. Starts the embedded PostgreSQL
 * if it is not running and migrates its schema, as the server would do; a database that a server
 * may be using is only checked.
 *
 * @throws an error with one clear sentence when the database cannot be reached or has another
 *   schema
 */
export async function openContext(config: Config): Promise<OpenContext> {
  // What the use cases log belongs in the server's log; the command prints its own result.
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const database = await openDatabase(config, log);
  const db = createDatabase({ url: database.url, poolSize: 2, onLostConnection: () => {} });
  const close = async () => {
    await db.destroy();
    await database.stop();
  };
  try {
    await requireReachable(db);
    await requireLatestSchema(db);
    return { context: { config, db, log, mailer: createMailer(config, log) }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Migrates the database to this version's schema, wherever it runs. */
export async function migrateDatabase(config: Config): Promise<void> {
  const database = await openDatabase(config, createLog('warn'));
  try {
    await migrateToLatest(database.url);
  } finally {
    await database.stop();
  }
}

/** Runs work on the database as it is, whatever its schema. */
export async function withDatabase<Result>(
  config: Config,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(config, createLog('warn'), { migrates: false });
  try {
    return await work(database.url);
  } finally {
    await database.stop();
  }
}

async function openDatabase(
  { databaseUrl, dataDir }: Config,
  log: Log,
  { migrates }: { migrates: boolean } = { migrates: true },
): Promise<{ url: string; stop: () => Promise<void> }> {
  const stop = async () => {};
  if (databaseUrl !== undefined) return { url: databaseUrl, stop };
  const folder = path.join(dataDir, 'postgres');
  const running = await findRunningPostgres(folder);
  if (running !== undefined) return { url: running, stop };
  const fail = (error: Error) => log.error({ err: error }, 'the database went away');
  const started = await startEmbeddedPostgres({ dataDir: folder, log, onLost: fail });
  try {
    if (migrates) await migrateToLatest(started.url);
    return started;
  } catch (error) {
    await started.stop();
    throw error;
  }
}

async function requireReachable(db: CliContext['db']): Promise<void> {
  try {
    await sql`select 1`.execute(db);
  } catch (cause) {
    const { message, code } = cause as NodeJS.ErrnoException;
    throw new ConfigError(
      `The database cannot be reached: ${message || code}. Check DATABASE_URL, and that PostgreSQL runs there.`,
      { cause },
    );
  }
}
