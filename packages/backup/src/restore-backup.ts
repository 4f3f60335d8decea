import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientBase } from 'pg';
import { from, type CopyStreamQuery } from 'pg-copy-streams';
import { type BackupHead, readBackup } from './backup-entries.ts';
import { copyTarget, listMigrations, listTables } from './list-tables.ts';
import { isRestoreUnfinished, markFinished, markUnfinished } from './unfinished-restore.ts';

/** Connections of a server that was just stopped may be visible for a moment. */
const CONNECTIONS_TIMEOUT_MS = 2_000;

export interface RestoredBackup extends BackupHead {
  tables: number;
  rows: number;
}

/** The schema of the program that restores a backup. */
export interface RestoredSchema {
  /** Names of all migrations that this version has. */
  migrations: readonly string[];
  /** Schemas beside `public` that are created again when needed; they are deleted. */
  derivedSchemas: readonly string[];
  /** Creates the schema as it was after the migration `name`, in an empty database. */
  migrateTo(name: string): Promise<void>;
  migrateToLatest(): Promise<void>;
  /** Whether a database with a schema contains nothing that would be missed. */
  isEmpty(client: ClientBase): Promise<boolean>;
}

export interface RestoreOptions {
  schema: RestoredSchema;
  /** Whether the current contents of the database may be deleted. */
  replaces: boolean;
}

/**
 * Replaces the contents of a database by those of a backup. The whole file is checked before
 * anything is changed; a backup of an earlier version is migrated to this version's schema. A restore
 * that was interrupted is done again from the start; until then no server uses the database.
 *
 * @throws an error when the file is damaged or from a newer version, while other processes use the
 *   database, and when it is not empty and `replaces` is false.
 */
export async function restoreBackup(
  databaseUrl: string,
  file: string,
  { schema, replaces }: RestoreOptions,
): Promise<RestoredBackup> {
  const head = await checkFile(file, schema.migrations);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await requireUnused(client);
    if (!replaces) await requireEmpty(client, schema);
    await dropContents(client, schema);
    await schema.migrateTo(head.migrations.at(-1) ?? '');
    const copied = await copyTables(client, file);
    await schema.migrateToLatest();
    await markFinished(client);
    return { ...head, ...copied };
  } finally {
    await client.end();
  }
}

/** Reads the file to its end, so that no part of a damaged backup is restored. */
async function checkFile(file: string, known: readonly string[]): Promise<BackupHead> {
  let head: BackupHead | undefined;
  await readBackup(file, {
    head: async (found) => {
      head = found;
    },
  });
  const unknown = (head?.migrations ?? []).filter((name) => !known.includes(name));
  if (head === undefined || unknown.length > 0) {
    throw new Error(
      `${file} was created by a newer version (${unknown.join(', ')}): restore it with that one.`,
    );
  }
  return head;
}

async function requireUnused(client: Client): Promise<void> {
  const deadline = Date.now() + CONNECTIONS_TIMEOUT_MS;
  for (let others = await countOthers(client); others > 0; others = await countOthers(client)) {
    if (Date.now() > deadline) {
      throw new Error(
        `${others === 1 ? '1 other connection uses' : `${others} other connections use`} the database: stop every server first, then restore again.`,
      );
    }
    await sleep(100);
  }
}

async function countOthers(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  return rows[0]?.count ?? 0;
}

async function dropContents(client: Client, { derivedSchemas }: RestoredSchema): Promise<void> {
  await client.query('begin');
  for (const name of derivedSchemas) {
    await client.query(`drop schema if exists ${client.escapeIdentifier(name)} cascade`);
  }
  await client.query('drop schema public cascade');
  await client.query('create schema public');
  await markUnfinished(client);
  await client.query('commit');
}

async function requireEmpty(client: Client, schema: RestoredSchema): Promise<void> {
  if (await isRestoreUnfinished(client)) return;
  if ((await listMigrations(client)).length === 0 || (await schema.isEmpty(client))) return;
  throw new Error(
    'The database is not empty: use --replace to discard its contents, or restore into another one.',
  );
}

async function copyTables(
  client: Client,
  file: string,
): Promise<Pick<RestoredBackup, 'tables' | 'rows'>> {
  const known = await listTables(client);
  let [tables, rows] = [0, 0];
  let copy: CopyStreamQuery | undefined;
  let failure: Error | undefined;
  await client.query('begin');
  // The rows that triggers wrote are in the backup as well; run again they would count them twice.
  for (const { name } of known) await toggleTriggers(client, name, 'disable');
  const keys = await dropForeignKeys(client);
  await readBackup(file, {
    async table(table) {
      if (!known.some(({ name }) => name === table.name))
        throw new Error(`The schema has no table ${table.name}.`);
      copy = client.query(from(`copy ${copyTarget(client, table)} from stdin`));
      copy.once('error', (error) => (failure = error));
    },
    async part(bytes) {
      if (failure) throw failure;
      // `once` rejects when the copy fails while this waits for room in its buffer.
      if (copy?.write(bytes) === false) await once(copy, 'drain');
    },
    async tableEnd(count) {
      if (failure) throw failure;
      if (copy === undefined) return;
      const done = once(copy, 'finish');
      copy.end();
      await done;
      tables += 1;
      rows += count;
    },
  });
  for (const add of keys) await client.query(add);
  for (const { name } of known) await toggleTriggers(client, name, 'enable');
  await client.query('commit');
  await client.query('analyze');
  return { tables, rows };
}

/**
 * On a cluster tables that stay on one node have no foreign keys, so that a backup of it has them in another
 * order.
 *
 * @returns the statements that add them again.
 */
async function dropForeignKeys(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ add }) => add);
}

const toggleTriggers = (client: Client, table: string, how: 'enable' | 'disable') =>
  client.query(`alter table ${client.escapeIdentifier(table)} ${how} trigger user`);
