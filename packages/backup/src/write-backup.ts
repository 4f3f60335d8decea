import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { createZstdCompress, type ZstdCompress } from 'node:zlib';
import { Client, type ClientBase } from 'pg';
import { to } from 'pg-copy-streams';
import type { BackupHead } from './backup-entries.ts';
import { type CopiedTable, copyTarget, listMigrations, listTables } from './list-tables.ts';
import { isRestoreUnfinished } from './unfinished-restore.ts';

export interface WrittenBackup extends BackupHead {
  tables: number;
  rows: number;
  /** The size of the file. */
  bytes: number;
}

/** Reads the ids of the encryption keys that a restored database will need. */
export type ReadKeyIds = (client: ClientBase) => Promise<string[]>;

/**
 * Writes every table into one file, as they were at one instant, while servers keep running. The
 * file gets its name only when it is complete; only its owner may read it.
 *
 * @throws an error when the file exists already or cannot be written, when another backup is being
 *   written to it, when the database was never migrated, and when a restore of it was interrupted.
 */
export async function writeBackup(
  databaseUrl: string,
  file: string,
  readKeyIds: ReadKeyIds,
): Promise<WrittenBackup> {
  const folder = path.dirname(file);
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) {
    throw new Error(`There is no folder ${folder}: create it, or choose another one.`);
  }
  const draft = `${file}.part`;
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await requireAlone(client, file);
  } catch (error) {
    await client.end();
    throw error;
  }
  try {
    if (await isRestoreUnfinished(client)) {
      throw new Error(
        'A restore of this database was interrupted: restore its backup again first.',
      );
    }
    const written = await writeDraft(client, draft, readKeyIds);
    await rename(draft, file);
    await syncFolder(folder);
    return { ...written, bytes: (await stat(file)).size };
  } finally {
    await client.end();
    await rm(draft, { force: true });
  }
}

/**
 * Locks the name of the file in the database until the connection ends: two backups would write into
 * the same draft. The draft of a killed one is not locked, and is replaced.
 */
async function requireAlone(client: Client, file: string): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('backup to ' || $1, 0)) as locked`,
    [file],
  );
  if (rows[0]?.locked !== true) {
    throw new Error(
      `Another backup is being written to ${file}: wait for it, or choose another name.`,
    );
  }
  if (await stat(file).catch(() => undefined)) {
    throw new Error(`${file} exists already: choose another name.`);
  }
}

/** The compressed output and the checksum of all bytes before compression. */
interface Content {
  packed: ZstdCompress;
  hash: Hash;
}

async function writeDraft(
  client: Client,
  draft: string,
  readKeyIds: ReadKeyIds,
): Promise<Omit<WrittenBackup, 'bytes'>> {
  const packed = createZstdCompress();
  // An existing file would keep its owner and mode, or could be a link to elsewhere.
  await rm(draft, { force: true });
  const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  // Between two writes no one waits for an error: it is thrown by the next one.
  packed.on('error', () => {});
  file.once('error', (error) => packed.destroy(error));
  packed.pipe(file);
  await client.query('begin transaction isolation level repeatable read read only');
  const head = await readHead(client, readKeyIds);
  const content: Content = { packed, hash: createHash('sha256') };
  await write(content, line(head));
  const tables = await listTables(client);
  let rows = 0;
  for (const table of tables) rows += await copyTable(client, table, content);
  await client.query('commit');
  packed.end(line({ end: true, tables: tables.length, sha256: content.hash.digest('hex') }));
  await finished(file);
  return { ...head, tables: tables.length, rows };
}

async function readHead(client: Client, readKeyIds: ReadKeyIds): Promise<BackupHead> {
  const migrations = await listMigrations(client);
  if (migrations.length === 0)
    throw new Error('The database contains no tables to back up: it was never migrated.');
  const keyIds = await readKeyIds(client);
  return { format: 1, takenAt: new Date().toISOString(), migrations, keyIds };
}

async function copyTable(client: Client, table: CopiedTable, into: Content): Promise<number> {
  await write(into, line({ table: table.name, columns: table.columns }));
  const hash = createHash('sha256');
  const copy = client.query(to(`copy ${copyTarget(client, table)} to stdout`));
  let rows = 0;
  for await (const bytes of copy as AsyncIterable<Buffer>) {
    hash.update(bytes);
    // In COPY's text format every row is one line; the line ends within values are escaped.
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) rows += 1;
    await write(into, line({ bytes: bytes.length }));
    await write(into, bytes);
  }
  await write(into, line({ rows, sha256: hash.digest('hex') }));
  return rows;
}

const line = (value: object) => `${JSON.stringify(value)}\n`;

async function write({ packed, hash }: Content, bytes: string | Buffer): Promise<void> {
  if (packed.errored) throw packed.errored;
  hash.update(bytes);
  if (!packed.write(bytes)) await once(packed, 'drain');
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
