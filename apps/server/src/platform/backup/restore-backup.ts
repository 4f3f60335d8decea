import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { from, type CopyStreamQuery } from 'pg-copy-streams';
import { migrations } from '../../migrations/index.ts';
import { migrateToLatest, migrateTo } from '../database/migrate.ts';
import { type BackupHead, readBackup } from './backup-entries.ts';
import { copyTarget, listMigrations, listTables } from './list-tables.ts';

/** Connections of a server that was just stopped may be seen for a moment; milliseconds. */
const lingering = 2_000;

export interface RestoredBackup extends BackupHead {
  tables: number;
  rows: number;
}

export interface RestoreOptions {
  /** Whether what the database holds may be thrown away. */
  replaces: boolean;
}

/**
 * Puts a back-up in the place of what a database holds. The whole file is checked before anything
 * is changed; one of an earlier version is brought to this version's schema.
 *
 * @throws an error when the file is damaged or of a newer version, while other processes use the
 *   database, and when it holds something that may not be thrown away.
 */
export async function restoreBackup(
  databaseUrl: string,
  file: string,
  { replaces }: RestoreOptions,
): Promise<RestoredBackup> {
  const head = await checkFile(file);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await requireUnused(client);
    if (!replaces) await requireEmpty(client);
    await client.query('drop schema if exists pgboss cascade');
    await client.query('drop schema public cascade');
    await client.query('create schema public');
    await migrateTo(databaseUrl, head.migrations.at(-1) ?? '');
    const copied = await copyTables(client, file);
    await migrateToLatest(databaseUrl);
    return { ...head, ...copied };
  } finally {
    await client.end();
  }
}

/** Reads it to the end, so that no half of it is ever restored. */
async function checkFile(file: string): Promise<BackupHead> {
  let head: BackupHead | undefined;
  await readBackup(file, {
    head: async (found) => {
      head = found;
    },
  });
  const unknown = (head?.migrations ?? []).filter((name) => !(name in migrations));
  if (head === undefined || unknown.length > 0) {
    throw new Error(
      `${file} was made by a newer version (${unknown.join(', ')}): restore it with that one.`,
    );
  }
  return head;
}

async function requireUnused(client: Client): Promise<void> {
  const deadline = Date.now() + lingering;
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

async function requireEmpty(client: Client): Promise<void> {
  if ((await listMigrations(client)).length === 0) return;
  const { rows } = await client.query<{ isEmpty: boolean }>(
    'select not exists (select from users) and not exists (select from organizations) as "isEmpty"',
  );
  if (rows[0]?.isEmpty) return;
  throw new Error(
    'The database is not empty: give --replace to throw away what it holds, or restore into another one.',
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
  // What triggers keep is in the back-up as well; done again it would be counted twice.
  for (const { name } of known) await toggleTriggers(client, name, 'disable');
  await readBackup(file, {
    async table(table) {
      const place = known.find(({ name }) => name === table.name);
      if (place === undefined) throw new Error(`The schema has no table ${table.name}.`);
      copy = client.query(from(`copy ${copyTarget(client, table)} from stdin`));
      copy.once('error', (error) => (failure = error));
    },
    async part(bytes) {
      if (failure) throw failure;
      // Waiting for room fails with the copy.
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
  for (const { name } of known) await toggleTriggers(client, name, 'enable');
  await client.query('commit');
  await client.query('analyze');
  return { tables, rows };
}

const toggleTriggers = (client: Client, table: string, how: 'enable' | 'disable') =>
  client.query(`alter table ${client.escapeIdentifier(table)} ${how} trigger user`);
