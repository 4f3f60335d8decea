import path from 'node:path';
import { sql } from 'kysely';
import { type Config, ConfigError } from '../config.ts';
import { chooseStorage } from '#platform/database/distribution/storage.ts';
import { APPLICATION_NAME, createDatabase } from '#platform/database/create-database.ts';
import { migrateToLatest, requireLatestSchema } from '#platform/database/migrate.ts';
import { findRunningPostgres } from '@repo/embedded-postgres/find-running-postgres';
import { startEmbeddedPostgres } from '@repo/embedded-postgres/start-embedded-postgres';
import { createLog, type Log } from '#platform/log/create-log.ts';
import { createMailer } from '#platform/mail/create-mailer.ts';
import { createSecretBox } from '#platform/secrets/secret-box.ts';
import { provideSecrets } from '#platform/secrets/secrets-of.ts';
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
 * @param isAlone whether neither a server nor another command may use the embedded PostgreSQL until
 *   this is closed.
 * @throws an error with one clear sentence when the database cannot be reached or has another
 *   schema, or is in use although `isAlone`
 */
export async function openContext(
  config: Config,
  { isAlone = false }: { isAlone?: boolean } = {},
): Promise<OpenContext> {
  // The use cases' log lines belong in the server's log; the command prints its own result.
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const database = await openDatabase(config, log, { isAlone });
  const db = createDatabase({
    url: database.url,
    poolSize: 2,
    onLostConnection: () => {},
    // So that a command that needs the servers stopped does not find itself (`requireStopped`).
    applicationName: `${APPLICATION_NAME} command line`,
  });
  const close = async () => {
    await db.destroy();
    await database.stop();
  };
  try {
    await requireReachable(db);
    await requireLatestSchema(db);
    await chooseStorage(db);
    provideSecrets(db, createSecretBox(config.encryptionKeys));
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
    const report = (message: string) => void process.stderr.write(`${message}\n`);
    await migrateToLatest(database.url, { report });
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
  { migrates = true, isAlone = false }: { migrates?: boolean; isAlone?: boolean } = {},
): Promise<{ url: string; stop: () => Promise<void> }> {
  const stop = async () => {};
  if (databaseUrl !== undefined) return { url: databaseUrl, stop };
  const folder = path.join(dataDir, 'postgres');
  // Starting it as well takes over one that a killed server left running.
  const running = isAlone ? undefined : await findRunningPostgres(folder);
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
