import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { createZstdCompress, type ZstdCompress } from 'node:zlib';
import { Client } from 'pg';
import { to } from 'pg-copy-streams';
import type { BackupHead } from './backup-entries.ts';
import { type CopiedTable, copyTarget, listMigrations, listTables } from './list-tables.ts';

export interface WrittenBackup extends BackupHead {
  tables: number;
  rows: number;
  /** Of the file. */
  bytes: number;
}

/**
 * Writes every table into one file, as they stood at one instant, while the servers go on. The file
 * gets its name only when it is whole; nobody but its owner may read it.
 *
 * @throws an error when the file exists already, or the database holds no schema of ours.
 */
export async function writeBackup(databaseUrl: string, file: string): Promise<WrittenBackup> {
  if (await stat(file).catch(() => undefined)) {
    throw new Error(`${file} exists already: choose another name.`);
  }
  const draft = `${file}.part`;
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const written = await writeDraft(client, draft);
    await rename(draft, file);
    await syncFolder(path.dirname(file));
    return { ...written, bytes: (await stat(file)).size };
  } finally {
    await client.end();
    await rm(draft, { force: true });
  }
}

/**
 * What is written, and the checksum of it: those of the tables leave out the lines between them.
 */
interface Content {
  packed: ZstdCompress;
  hash: Hash;
}

async function writeDraft(client: Client, draft: string): Promise<Omit<WrittenBackup, 'bytes'>> {
  const packed = createZstdCompress();
  const file = createWriteStream(draft, { mode: 0o600, flush: true });
  file.once('error', (error) => packed.destroy(error));
  packed.pipe(file);
  await client.query('begin transaction isolation level repeatable read read only');
  const head = await readHead(client);
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

async function readHead(client: Client): Promise<BackupHead> {
  const migrations = await listMigrations(client);
  if (migrations.length === 0) throw new Error('The database holds nothing of ours to back up.');
  const { rows } = await client.query<{ keyId: string }>(
    `select distinct credentials_key_id as "keyId" from integrations
     where credentials_key_id is not null order by 1`,
  );
  const keyIds = rows.map(({ keyId }) => keyId);
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
  hash.update(bytes);
  if (!packed.write(bytes)) await once(packed, 'drain');
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
