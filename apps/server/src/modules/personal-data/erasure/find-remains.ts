import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { addressPattern } from './address-pattern.ts';

/** Where something was found, and in how many rows; 1 for a file. */
export interface Remains {
  location: string;
  count: number;
}

/**
 * Searches every column of every table, including background jobs, for an address and for texts.
 *
 * @param texts literal texts, in any case, such as a name or a sentence.
 */
export async function findInTables(
  db: Connection,
  address: string,
  texts: readonly string[] = [],
): Promise<Remains[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select nspname::text as schema, relname::text as name from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'm') and nspname <> 'information_schema' and nspname !~ '^(pg_|citus|columnar)'
    order by 1, 2`.execute(db);
  const pattern = addressPattern([address]);
  const remains: Remains[] = [];
  for (const { schema, name } of tables) {
    const found = [
      sql`"row"::text ~* ${pattern}`,
      ...texts.map((text) => sql`strpos(lower("row"::text), ${text.toLowerCase()}) > 0`),
    ];
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(`${schema}.${name}`)} as "row"
      where ${sql.join(found, sql` or `)}`.execute(db);
    const count = rows[0]?.count ?? 0;
    if (count > 0) remains.push({ location: `table ${name}`, count });
  }
  return remains;
}

/** Searches the files of the data folder, except its PostgreSQL's, whose tables are searched instead. */
export async function findInFiles(
  folder: string,
  address: string,
  texts: readonly string[] = [],
): Promise<Remains[]> {
  const wanted = [address, ...texts].map((text) => text.toLowerCase());
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const remains: Remains[] = [];
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name);
    const inFolder = path.relative(folder, file);
    if (!entry.isFile() || inFolder.startsWith(`postgres${path.sep}`)) continue;
    if (await contains(file, wanted)) remains.push({ location: `file ${inFolder}`, count: 1 });
  }
  return remains;
}

async function contains(file: string, wanted: readonly string[]): Promise<boolean> {
  const overlap = Math.max(...wanted.map(({ length }) => length));
  let end = '';
  for await (const chunk of createReadStream(file, { encoding: 'utf8' })) {
    const text = (end + String(chunk)).toLowerCase();
    if (wanted.some((one) => text.includes(one))) return true;
    end = text.slice(-overlap);
  }
  return false;
}
