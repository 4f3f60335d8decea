import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

/** Characters of a page as JSON; a page of one row can have more. */
const PAGE_CHARACTERS = 100_000;
const FIRST_ROWS = 25;
const MAX_ROWS = 2_000;

/** Rows of a table that are read page by page. */
export interface PagedRows {
  table: string;
  /** The columns of its primary key, by which it is read in order. */
  primaryKey: readonly string[];
  columns: RawBuilder<unknown>;
  where: RawBuilder<boolean>;
}

/**
 * Reads rows of a table as lines of JSON. Each page is read when the one before was consumed, and has as many rows as
 * fit into 100 kB, about. No transaction is open between pages: a row that changes meanwhile is read as it was before
 * or after, and once.
 */
export async function* readPages(
  db: Connection,
  { table, primaryKey, columns, where }: PagedRows,
): AsyncGenerator<string[]> {
  const key = sql.join(primaryKey.map((column) => sql.ref(column)));
  let rowCount = FIRST_ROWS;
  let last: readonly string[] | undefined;
  for (;;) {
    const after = last === undefined ? sql`` : sql`and (${key}) > (${sql.join(last)})`;
    const { rows } = await sql<{ line: string; key: string[] }>`
      select (select row_to_json(selected)::text from (select ${columns}) selected) as line,
        array[${sql.join(primaryKey.map((column) => sql`${sql.ref(column)}::text`))}] as key
      from ${sql.table(table)} where ${where} ${after}
      order by ${key} limit ${sql.lit(rowCount)}`.execute(db);
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < rowCount) return;
    last = rows.at(-1)?.key;
    const characters = rows.reduce((sum, { line }) => sum + line.length, 0);
    const fitting = Math.floor((rowCount * PAGE_CHARACTERS) / Math.max(characters, 1));
    rowCount = Math.max(1, Math.min(fitting, rowCount * 4, MAX_ROWS));
  }
}

export async function readPrimaryKeys(db: Connection): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select indexed.relname as table, array_agg(attname::text order by place) as columns
    from pg_index
    join pg_class indexed on indexed.oid = indrelid and indexed.relnamespace = 'public'::regnamespace
    cross join lateral unnest(indkey::int2[]) with ordinality as part(number, place)
    join pg_attribute on attrelid = indrelid and attnum = number
    where indisprimary
    group by indexed.relname`.execute(db);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}
