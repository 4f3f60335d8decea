import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { describedTables } from '#platform/database/data-register/data-register.ts';
import { usesOf } from '#platform/database/data-register/described-table.ts';
import { movedTables } from './moved-tables.ts';

/**
 * The columns that move of each table, in the order of the database: without credentials, and without those
 * that the database computes.
 */
export async function readMovedColumns(db: Connection): Promise<Map<string, string[]>> {
  const stored = await readStoredColumns(db);
  return new Map(
    movedTables.map(({ table, without = '' }) => {
      const described = describedTables[table];
      const uses = described === undefined ? new Map<string, string>() : usesOf(described);
      const staying = without.split(' ');
      const columns = (stored.get(table) ?? []).filter(
        (column) => uses.get(column) !== 'secret' && !staying.includes(column),
      );
      return [table, columns];
    }),
  );
}

async function readStoredColumns(db: Connection): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select relname::text as "table", array_agg(attname::text order by attnum) as columns
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname`.execute(db);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/** The name of the newest migration of the database: rows of another schema are not imported. */
export async function readSchemaVersion(db: Connection): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select max(name) as name from kysely_migration`.execute(db);
  return rows[0]?.name ?? '';
}
