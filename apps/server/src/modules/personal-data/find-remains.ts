import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { domainToASCII, domainToUnicode } from 'node:url';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

/** Where something was found, and in how many rows; 1 for a file. */
export interface Remains {
  location: string;
  count: number;
}

/*
 * The check has code of its own, so that it finds what the erasure missed: it knows no beginning or end of an
 * address, and finds it within a longer one as well.
 */

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
  const pattern = plainPattern(address);
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

/** Finds the address in any case, with a tag, with the signs of links and HTML, and with the domain in both forms. */
function plainPattern(address: string): string {
  const { name, domains } = partsOf(address);
  const ends = domains.map(escaped).join('|');
  return `${escaped(name)}(\\+[^\\s"@]*)?(@|%(25)*40|&#64;|&#x40;|&commat;)(${ends})`;
}

const escaped = (text: string): string => text.replaceAll(/[^\w@]/g, String.raw`\$&`);

function partsOf(address: string): { name: string; domains: string[] } {
  const typed = address.trim().toLowerCase();
  const at = typed.lastIndexOf('@');
  const domain = typed.slice(at + 1);
  const forms = [domain, domainToASCII(domain), domainToUnicode(domain)];
  return {
    name: typed.slice(0, Math.max(at, 0)),
    domains: [...new Set(forms)].filter((form) => form !== ''),
  };
}

/** Searches the files of the data folder, except its PostgreSQL's, whose tables are searched instead. */
export async function findInFiles(
  folder: string,
  address: string,
  texts: readonly string[] = [],
): Promise<Remains[]> {
  const { name, domains } = partsOf(address);
  const forms = domains.flatMap((domain) => [`${name}@${domain}`, `${name}%40${domain}`]);
  const wanted = [...forms, ...texts.map((text) => text.toLowerCase())];
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
