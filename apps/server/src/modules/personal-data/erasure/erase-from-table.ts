import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import {
  type ColumnUse,
  type DescribedTable,
  usesOf,
} from '#platform/database/data-register/described-table.ts';
import { addressesIn, withoutAddresses } from '#modules/activities/named-addresses.ts';
import { changeFollowed } from './followed-tables.ts';
import { notPending } from './insiders.ts';
import { mayName } from './may-name.ts';

/** Uses of columns that an address can be in. */
const SEARCHED: readonly ColumnUse[] = ['about', 'contact', 'content', 'colleague'];
/** Rows that are read and changed at once. */
const BATCH_SIZE = 500;

export interface ErasedTable {
  table: string;
  described: DescribedTable;
  primaryKey: readonly string[];
}

interface Column {
  name: string;
  type: string;
  isUnique: boolean;
}

/** Where the next step of a table begins: after this key, or at the first row. */
export interface TablePosition {
  after: readonly string[] | undefined;
}

/**
 * Erases addresses from the next rows of a table: deletes rows about the contact, and removes the addresses from other
 * texts. Rows are found first and then changed one by one, by their keys: a cluster cannot change rows by values
 * computed from them.
 *
 * @returns how many rows were deleted or changed, and where to go on; undefined after the last row.
 */
export async function eraseFromTable(
  tx: Connection,
  { table, described, primaryKey }: ErasedTable,
  { addresses, after }: { addresses: readonly string[] } & TablePosition,
): Promise<{ erased: number; next: TablePosition | undefined }> {
  if (described.erasure === 'with activities') return { erased: 0, next: undefined };
  const uses = usesOf(described);
  const kept = described.insiders?.rows === undefined ? described.insiders?.columns.split(' ') : [];
  const columns = (await readColumns(tx, table)).filter(
    ({ name, type }) =>
      SEARCHED.includes(uses.get(name) ?? 'key') &&
      /text|json/.test(type) &&
      kept?.includes(name) !== true,
  );
  if (columns.length === 0) return { erased: 0, next: undefined };
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  const texts = sql.join(columns.map(({ name }) => sql`${sql.ref(name)}::text`));
  const key = sql.join(primaryKey.map((column) => sql.ref(column)));
  const keyTexts = sql.join(primaryKey.map((column) => sql`${sql.ref(column)}::text`));
  const { rows } = await sql<Row>`
    select array[${keyTexts}] as key, jsonb_build_array(${names}) as values, array[${texts}] as stored
    from ${sql.table(table)}
    where ${mayName(sql`concat_ws(' ', ${texts})`, addresses)} and ${notPending(described)}
      ${after === undefined ? sql`` : sql`and (${key}) > (${sql.join(after)})`}
    order by ${key} limit ${sql.lit(BATCH_SIZE)}`.execute(tx);
  const isErased = (address: string) => addresses.includes(address);
  const named = rows.filter(({ values }) => [...addressesIn(values)].some(isErased));
  // A value found by the address has no meaning without it.
  const isRemoved =
    described.erasure === 'rows' || columns.some(({ name }) => primaryKey.includes(name));
  const keys = named.map((row) => row.key);
  const erased = await changeFollowed(tx, table, keys, async () => {
    let count = 0;
    for (const row of named) {
      const isRow = sql.join(
        primaryKey.map((name, at) => sql`${sql.ref(name)} = ${row.key[at]}`),
        sql` and `,
      );
      const done = isRemoved
        ? await sql`delete from ${sql.table(table)} where ${isRow} returning 1`.execute(tx)
        : await removeFromTexts(tx, { table, columns, row, isRow }, isErased);
      count += done.rows.length;
    }
    return count;
  });
  // Rows that someone else changed meanwhile are read again.
  if (erased < named.length && !isRemoved) return { erased, next: { after } };
  const last = rows.at(-1)?.key;
  return { erased, next: rows.length < BATCH_SIZE ? undefined : { after: last } };
}

interface Row {
  key: string[];
  /** The searched columns. */
  values: unknown[];
  /** The values as texts of the database. */
  stored: (string | null)[];
}

/** @returns a row; none when someone else has changed the row since it was read. */
async function removeFromTexts(
  tx: Connection,
  {
    table,
    columns,
    row,
    isRow,
  }: { table: string; columns: readonly Column[]; row: Row; isRow: RawBuilder<unknown> },
  isErased: (address: string) => boolean,
) {
  const changes = columns.map(({ name, type, isUnique }, at) => {
    const word = isUnique ? `erased ${randomUUID().slice(0, 8)}` : undefined;
    const changed = withoutAddresses(row.values[at], isErased, word) ?? null;
    const value = type.startsWith('json') && changed !== null ? JSON.stringify(changed) : changed;
    return sql`${sql.ref(name)} = ${value}::${sql.raw(type)}`;
  });
  // A cluster compares no text that is made of columns.
  const isUnchanged = sql.join(
    columns.map(
      ({ name, type }, at) =>
        sql`${sql.ref(name)} is not distinct from ${row.stored[at]}::${sql.raw(type)}`,
    ),
    sql` and `,
  );
  return sql`
    update ${sql.table(table)} set ${sql.join(changes)}
    where ${isRow} and ${isUnchanged} returning 1`.execute(tx);
}

/** Generated columns are left out: they follow from others. */
async function readColumns(tx: Connection, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select attname::text as name, format_type(atttypid, atttypmod) as type,
      exists (
        select from pg_index where indrelid = attrelid and indisunique
          and pg_get_indexdef(indexrelid) ~ ('\\m' || attname || '\\M')
      ) as "isUnique"
    from pg_attribute
    where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
    tx,
  );
  return rows;
}
