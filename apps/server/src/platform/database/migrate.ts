import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from '../../migrations/index.ts';
import { createDatabase, type Database } from './create-database.ts';
import { DatabaseUnavailableError } from './database-unavailable.ts';
import {
  type DatabaseServer,
  readServer,
  missingServerFeatures,
} from './missing-server-features.ts';

/** The schema is not the one that this version of the server was made for. */
export class SchemaMismatchError extends Error {
  override name = 'SchemaMismatchError';
}

/**
 * Brings a database to this version's schema, waiting for anyone who is doing the same.
 *
 * @throws SchemaMismatchError when the database is newer than this version, or its server lacks
 *   something.
 */
export async function migrateToLatest(databaseUrl: string): Promise<void> {
  const db = createDatabase({ url: databaseUrl, poolSize: 1, onLostConnection: () => {} });
  try {
    await requireServer(db);
    const { error, results } = await migratorOf(db).migrateToLatest();
    if (error !== undefined) throw await explain(db, error, results?.at(-1)?.migrationName);
  } finally {
    await db.destroy();
  }
}

/** Makes the schema that an earlier version had, in a database without any. For back-ups. */
export async function migrateTo(databaseUrl: string, name: string): Promise<void> {
  const db = createDatabase({ url: databaseUrl, poolSize: 1, onLostConnection: () => {} });
  try {
    const { error } = await migratorOf(db).migrateTo(name);
    if (error !== undefined) throw await explain(db, error, name);
  } finally {
    await db.destroy();
  }
}

/**
 * Refuses a schema that this version does not know.
 *
 * @throws SchemaMismatchError when a migration is missing, and first of all when the server could
 *   not run it.
 */
export async function requireLatestSchema(db: Database): Promise<void> {
  const known = await migratorOf(db).getMigrations();
  const missing = known.filter(({ executedAt }) => executedAt === undefined);
  if (missing.length > 0) {
    await requireServer(db);
    throw new SchemaMismatchError(
      `The database lacks ${missing.map(({ name }) => name).join(', ')}. Run: npm run cli -- migrate`,
    );
  }
}

function migratorOf(db: Database): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}

async function requireServer(db: Database): Promise<void> {
  const lacking = missingServerFeatures(await readServerFeatures(db));
  if (lacking !== undefined) throw new SchemaMismatchError(lacking);
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

/** Where even the list cannot be read, the cause itself says why. */
async function explain(db: Database, cause: unknown, failed?: string): Promise<Error> {
  const applied = await sql<{ name: string }>`select name from kysely_migration`
    .execute(db)
    .then(({ rows }) => rows.map(({ name }) => name))
    .catch(() => []);
  const unknown = applied.filter((name) => !(name in migrations));
  if (unknown.length > 0) {
    return new SchemaMismatchError(
      `The database was made by a newer version (${unknown.join(', ')}). Start that version, or restore a back-up.`,
      { cause },
    );
  }
  if (cause instanceof DatabaseUnavailableError) {
    return new Error(`${cause.message}. No migration was kept; start again.`, { cause });
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new SchemaMismatchError(
    `The schema is not what its list of migrations says: ${failed ?? 'the list'} cannot be followed, and nothing was changed (${reason}). Restore a back-up: docs/operations.md, "A half-migrated database".`,
    { cause },
  );
}
