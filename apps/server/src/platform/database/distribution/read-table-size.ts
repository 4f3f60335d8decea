import { sql } from 'kysely';
import type { Connection } from '../create-database.ts';
import { readCitus } from './read-distribution.ts';

/** The bytes that a table takes with its indexes, on all nodes together. */
export async function readTableSize(db: Connection, table: string): Promise<number> {
  const here = sql`pg_total_relation_size(${table}::regclass)`;
  // A database with the extension whose tables are not distributed yet has them in one place.
  const size =
    (await readCitus(db)) === 'installed'
      ? sql`coalesce(
          (select citus_total_relation_size(logicalrelid) from pg_dist_partition
            where logicalrelid = ${table}::regclass),
          ${here})`
      : here;
  const { rows } = await sql<{ bytes: number }>`select ${size} as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}
