import { CLI_COMMAND } from '../cli-command.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { unfinishedRestoreQuery } from '@repo/backup/unfinished-restore';
import { sql } from 'kysely';
import { type MigrationResultSet, Migrator } from 'kysely/migration';
import pg from 'pg';
import {
  BASELINE,
  migrations,
  migrationsOfEmpty,
  nonRollingMigrations,
} from '../../migrations/index.ts';
import {
  APPLICATION_NAME,
  applicationNameIn,
  createDatabase,
  type Database,
} from './create-database.ts';
import { DatabaseUnavailableError } from './database-unavailable.ts';
import { isWorkerNode } from './distribution/read-distribution.ts';
import {
  type DatabaseServer,
  readServer,
  missingServerFeatures,
} from './missing-server-features.ts';
import { readNewerMigrations } from './read-readiness.ts';
import { reportBlockers } from './report-blockers.ts';
import { countOtherConnections, requireStopped } from './require-stopped.ts';
import { fixTenantStatistics } from './tenant-statistics.ts';

/** The schema is not the one that this version of the server requires. */
export class SchemaMismatchError extends Error {
  override name = 'SchemaMismatchError';
}

/**
 * Migrates a database to this version's schema, one process at a time.
 *
 * @param isRestoring whether a backup is being restored into the database, which nothing else uses
 *   then.
 * @param report receives a sentence for each thing that a migration waits for.
 * @throws SchemaMismatchError when the database is newer than this version, when its server lacks
 *   something, when a migration is not rolling and other processes use the database, or when a
 *   restore was interrupted.
 */
export async function migrateToLatest(
  databaseUrl: string,
  {
    isRestoring = false,
    report = () => {},
  }: { isRestoring?: boolean; report?: (message: string) => void } = {},
): Promise<void> {
  const db = openForMigration(databaseUrl);
  const endReports = reportBlockers(databaseUrl, MIGRATION_NAME, report);
  try {
    await requireServer(db);
    if (!isRestoring) {
      await requireRestored(db);
      await requireNoneRunning(db, applicationNameIn(databaseUrl));
    }
    const { error, results } = await migrateInTurns(db);
    const failed = results?.find(({ status }) => status === 'Error');
    if (error !== undefined) throw await explain(db, error, failed?.migrationName);
    await fixTenantStatistics(db);
  } finally {
    await endReports();
    await db.destroy();
  }
}

/** The longest wait for a table that another connection uses; milliseconds. */
const LOCK_TIMEOUT_MS = 3_000;
/** The pause before the next attempt; milliseconds. */
const LOCK_PAUSE_MS = 2_000;

/**
 * Migrates beside processes of the previous version. Readers of a table that a migration waits for have
 * to wait behind it, so it waits for a moment at a time, and begins again after a pause. A
 * migration that is not rolling, beside which no process runs, waits as long as it takes.
 */
async function migrateInTurns(db: Database): Promise<MigrationResultSet> {
  const limit = (await isNonRolling(db)) ? 0 : LOCK_TIMEOUT_MS;
  const known = (await isEmpty(db)) ? migrationsOfEmpty : migrations;
  for (;;) {
    await sql`select set_config('lock_timeout', ${String(limit)}, false)`.execute(db);
    const done = await migratorOf(db, known).migrateToLatest();
    const { error } = done;
    if (!(error instanceof DatabaseUnavailableError) || error.reason !== 'locked') return done;
    await sleep(LOCK_PAUSE_MS);
  }
}

/** The effects of migrating a database. */
export interface MigrationPreview {
  hasSchema: boolean;
  /** The migrations that it lacks, in their order. */
  missing: string[];
  /**
   * The migrations among them that need all processes of the previous version to be stopped; none in a
   * database without a schema.
   */
  nonRolling: string[];
  /** Connections of processes of the product. */
  connections: number;
  /** The size of the database; bytes. */
  size: number;
}

/**
 * Tells what `migrateToLatest` would do, and changes nothing.
 *
 * @throws SchemaMismatchError where it would refuse whatever runs.
 */
export async function previewMigration(databaseUrl: string): Promise<MigrationPreview> {
  const db = openForMigration(databaseUrl);
  try {
    await requireServer(db);
    await requireRestored(db);
    const known = await migratorOf(db).getMigrations();
    const hasSchema = known.some(({ executedAt }) => executedAt !== undefined);
    const newer = hasSchema ? await readNewerMigrations(db) : [];
    if (newer.length > 0) throw newerSchema(newer);
    const missing = known
      .filter(({ executedAt }) => executedAt === undefined)
      .map(({ name }) => name);
    const { rows } = await sql<{ size: string }>`
      select pg_database_size(current_database()) as size`.execute(db);
    return {
      hasSchema,
      missing,
      nonRolling: hasSchema ? missing.filter((name) => nonRollingMigrations.includes(name)) : [],
      connections: await countOtherConnections(db, applicationNameIn(databaseUrl)),
      size: Number(rows[0]?.size ?? 0),
    };
  } finally {
    await db.destroy();
  }
}

/** Migrates to the schema of an earlier version. For backups, which are restored into an empty database. */
export async function migrateTo(databaseUrl: string, name: string): Promise<void> {
  const db = openForMigration(databaseUrl);
  try {
    const known = name >= BASELINE && (await isEmpty(db)) ? migrationsOfEmpty : migrations;
    const { error } = await migratorOf(db, known).migrateTo(name);
    if (error !== undefined) throw await explain(db, error, name);
  } finally {
    await db.destroy();
  }
}

/**
 * Refuses a schema that this version does not know.
 *
 * @throws SchemaMismatchError when a migration is missing, and first of all when the server could
 *   not run it; when a restore was interrupted.
 */
export async function requireLatestSchema(db: Database): Promise<void> {
  await requireRestored(db);
  const known = await migratorOf(db).getMigrations();
  const missing = known.filter(({ executedAt }) => executedAt === undefined);
  if (missing.length > 0) {
    await requireServer(db);
    const advice = isNonRollingUpgrade(known, missing) ? `${stopFirst}, then run` : 'Run';
    throw new SchemaMismatchError(
      `The database lacks ${missing.map(({ name }) => name).join(', ')}. ${advice}: ${CLI_COMMAND} migrate`,
    );
  }
}

/** A database may lack rows or migrations after its restore was killed. */
async function requireRestored(db: Database): Promise<void> {
  const { rows } = await sql.raw<{ isUnfinished: boolean }>(unfinishedRestoreQuery).execute(db);
  if (rows[0]?.isUnfinished !== true) return;
  throw new SchemaMismatchError(
    `A restore of this database was interrupted, so it may be incomplete. Run the same command again: ${CLI_COMMAND} restore --file FILE`,
  );
}

const stopFirst = 'This upgrade is not rolling: stop every process of the previous version';

const MIGRATION_NAME = `${APPLICATION_NAME} migration`;

const openForMigration = (url: string): Database =>
  createDatabase({
    url,
    poolSize: 1,
    onLostConnection: () => {},
    applicationName: MIGRATION_NAME,
  });

/** Refuses a migration that is not rolling while processes of the previous version run. */
const requireNoneRunning = (db: Database, nameInUrl: string | undefined): Promise<void> =>
  requireStopped(db, {
    nameInUrl,
    isNeeded: () => isNonRolling(db),
    refuse: (connections) =>
      new SchemaMismatchError(
        `${stopFirst}, then start again (${connections} the database). Nothing was changed: docs/operations.md, "Upgrade".`,
      ),
  });

/** Whether a migration that is not rolling is to be applied to a database with a schema. */
async function isNonRolling(db: Database): Promise<boolean> {
  const known = await migratorOf(db).getMigrations();
  const missing = known.filter(({ executedAt }) => executedAt === undefined);
  return isNonRollingUpgrade(known, missing);
}

/** A database without any schema has no previous version. */
const isNonRollingUpgrade = (known: readonly object[], missing: readonly { name: string }[]) =>
  missing.length < known.length && missing.some(({ name }) => nonRollingMigrations.includes(name));

function migratorOf(db: Database, known = migrations): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => known } });
}

/** Whether no migration was applied. */
async function isEmpty(db: Database): Promise<boolean> {
  const known = await migratorOf(db).getMigrations();
  return known.every(({ executedAt }) => executedAt === undefined);
}

async function requireServer(db: Database): Promise<void> {
  const lacking = missingServerFeatures(await readServerFeatures(db));
  if (lacking !== undefined) throw new SchemaMismatchError(lacking);
  if (await isWorkerNode(db)) {
    throw new SchemaMismatchError(
      'DATABASE_URL names a worker of the cluster. Use the address of its coordinator.',
    );
  }
}

async function readServerFeatures(db: Database): Promise<DatabaseServer> {
  try {
    return await readServer(db);
  } catch (cause) {
    if (!(cause instanceof DatabaseUnavailableError)) throw cause;
    const advice = 'Check DATABASE_URL, and that PostgreSQL runs there.';
    throw new Error(`${cause.message}. ${advice}`, { cause });
  }
}

/** Whether a table, a column or the like is missing, or is there already. */
const isAboutSchema = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code?.startsWith('42') === true;

const newerSchema = (newer: readonly string[], cause?: unknown) =>
  new SchemaMismatchError(
    `The database was made by a newer version (${newer.join(', ')}). Start that version, or restore a backup.`,
    { cause },
  );

/** If even the list of migrations cannot be read, the original error explains why. */
async function explain(db: Database, cause: unknown, failed?: string): Promise<Error> {
  const newer = await readNewerMigrations(db).catch(() => []);
  if (newer.length > 0) return newerSchema(newer, cause);
  if (cause instanceof DatabaseUnavailableError) {
    return new Error(`${cause.message}. No migration was kept; start again.`, { cause });
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (failed !== undefined && !isAboutSchema(cause)) {
    return new Error(
      `The migration ${failed} failed, and nothing was changed: ${reason}. Start the previous version again, and report this sentence.`,
      { cause },
    );
  }
  return new SchemaMismatchError(
    `The schema is not what its list of migrations says: ${failed ?? 'the list'} cannot be followed, and nothing was changed (${reason}). Restore a backup: docs/troubleshooting.md.`,
    { cause },
  );
}
