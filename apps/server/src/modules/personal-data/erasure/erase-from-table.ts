import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import {
  type ColumnUse,
  type DescribedTable,
  usesOf,
} from '#platform/database/data-register/described-table.ts';

/** Uses of columns that an address can be in. */
const SEARCHED: readonly ColumnUse[] = ['about', 'contact', 'content', 'colleague'];
const REPLACEMENT = 'erased';
/** Rows that are read and changed at once. */
const BATCH_SIZE = 500;

export interface ErasedTable {
  table: string;
  described: DescribedTable;
  primaryKey: readonly string[];
}

/**
 * Erases an address from a table: deletes rows about the contact, and removes the address from other texts.
 * Rows are found first and then changed one by one, by their keys: a cluster cannot change rows by values
 * computed from them.
 *
 * @returns how many rows were deleted or changed; after `BATCH_SIZE` rows it has to be called again.
 */
export async function eraseFromTable(
  tx: Connection,
  { table, described, primaryKey }: ErasedTable,
  pattern: string,
): Promise<{ erased: number; isDone: boolean }> {
  const types = await columnTypes(tx, table);
  const columns = [...usesOf(described)].flatMap(([column, use]) =>
    SEARCHED.includes(use) && /text|json/.test(types.get(column) ?? '') ? [column] : [],
  );
  if (columns.length === 0 || described.erasure === 'with activities') {
    return { erased: 0, isDone: true };
  }
  const textOf = (column: string) => sql`${sql.ref(column)}::text`;
  const replaced = columns.map(
    (column) => sql`regexp_replace(${textOf(column)}, ${pattern}, ${REPLACEMENT}, 'gi')`,
  );
  const found = columns.map((column) => sql`${textOf(column)} ~* ${pattern}`);
  const { rows } = await sql<{ key: string[]; values: (string | null)[] }>`
    select array[${sql.join(primaryKey.map(textOf))}] as key, array[${sql.join(replaced)}] as values
    from ${sql.table(table)} where ${sql.join(found, sql` or `)}
    limit ${sql.lit(BATCH_SIZE)}`.execute(tx);
  const typed = (value: string | null | undefined, column: string): RawBuilder<unknown> =>
    sql`${value ?? null}::${sql.raw(types.get(column) ?? 'text')}`;
  // A value found by the address has no meaning without it.
  const isRemoved =
    described.erasure === 'rows' || columns.some((column) => primaryKey.includes(column));
  for (const { key, values } of rows) {
    const isRow = sql.join(
      primaryKey.map((column, at) => sql`${sql.ref(column)} = ${typed(key[at], column)}`),
      sql` and `,
    );
    const changes = columns.map(
      (column, at) => sql`${sql.ref(column)} = ${typed(values[at], column)}`,
    );
    await (
      isRemoved
        ? sql`delete from ${sql.table(table)} where ${isRow}`
        : sql`update ${sql.table(table)} set ${sql.join(changes)} where ${isRow}`
    ).execute(tx);
  }
  return { erased: rows.length, isDone: rows.length < BATCH_SIZE };
}

/** Generated columns are left out: they follow from others. */
async function columnTypes(tx: Connection, table: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname::text as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
    tx,
  );
  return new Map(rows.map(({ name, type }) => [name, type]));
}
