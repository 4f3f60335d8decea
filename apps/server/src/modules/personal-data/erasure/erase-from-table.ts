import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import {
  type ColumnUse,
  type DescribedTable,
  usesOf,
} from '#platform/database/data-register/described-table.ts';
import { addressesIn, withoutAddresses } from '../../activities/erased/named-addresses.ts';
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

/**
 * Erases addresses from the next rows of a table: deletes rows about the contact, and removes the addresses from other
 * texts. Rows are found first and then changed one by one, by their keys: a cluster cannot change rows by values
 * computed from them.
 *
 * @param after the key of the last row that was looked at; undefined at first.
 * @returns how many rows were deleted or changed, and the key to go on after; undefined after the last row.
 */
export async function eraseFromTable(
  tx: Connection,
  { table, described, primaryKey }: ErasedTable,
  { addresses, after }: { addresses: readonly string[]; after: readonly string[] | undefined },
): Promise<{ erased: number; last: readonly string[] | undefined }> {
  if (described.erasure === 'with activities') return { erased: 0, last: undefined };
  const uses = usesOf(described);
  const kept = described.insiders?.rows === undefined ? described.insiders?.columns.split(' ') : [];
  const types = await readColumns(tx, table);
  const columns = types.filter(
    ({ name, type }) =>
      SEARCHED.includes(uses.get(name) ?? 'key') &&
      /text|json/.test(type) &&
      kept?.includes(name) !== true,
  );
  if (columns.length === 0) return { erased: 0, last: undefined };
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  const texts = sql.join(columns.map(({ name }) => sql`${sql.ref(name)}::text`));
  const key = sql.join(primaryKey.map((column) => sql.ref(column)));
  const keyTexts = sql.join(primaryKey.map((column) => sql`${sql.ref(column)}::text`));
  const { rows } = await sql<{ key: string[]; values: unknown[] }>`
    select array[${keyTexts}] as key, jsonb_build_array(${names}) as values
    from ${sql.table(table)}
    where ${mayName(sql`concat_ws(' ', ${texts})`, addresses)} and ${notPending(described)}
      ${after === undefined ? sql`` : sql`and (${key}) > (${sql.join(after)})`}
    order by ${key} limit ${sql.lit(BATCH_SIZE)}`.execute(tx);
  const typeOf = new Map(types.map(({ name, type }) => [name, type]));
  const typed = (value: unknown, column: string): RawBuilder<unknown> =>
    sql`${value ?? null}::${sql.raw(typeOf.get(column) ?? 'text')}`;
  const isErased = (address: string) => addresses.includes(address);
  const named = rows.filter(({ values }) => [...addressesIn(values)].some(isErased));
  // A value found by the address has no meaning without it.
  const isRemoved =
    described.erasure === 'rows' || columns.some(({ name }) => primaryKey.includes(name));
  for (const row of named) {
    const isRow = sql.join(
      primaryKey.map((column, at) => sql`${sql.ref(column)} = ${typed(row.key[at], column)}`),
      sql` and `,
    );
    const changes = columns.map(({ name, type, isUnique }, at) => {
      const word = isUnique ? `erased ${randomUUID().slice(0, 8)}` : undefined;
      const changed = withoutAddresses(row.values[at], isErased, word);
      const isJson = type.startsWith('json') && changed !== null;
      return sql`${sql.ref(name)} = ${typed(isJson ? JSON.stringify(changed) : changed, name)}`;
    });
    await (
      isRemoved
        ? sql`delete from ${sql.table(table)} where ${isRow}`
        : sql`update ${sql.table(table)} set ${sql.join(changes)} where ${isRow}`
    ).execute(tx);
  }
  const last = rows.length < BATCH_SIZE ? undefined : rows.at(-1)?.key;
  return { erased: named.length, last };
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
