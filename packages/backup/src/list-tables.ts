import type { ClientBase } from 'pg';

export interface CopiedTable {
  name: string;
  /** Without generated columns, which PostgreSQL computes. */
  columns: string[];
}

/** Written by Kysely's migrator; their content is in the head of a backup. */
const migrationTables = ['kysely_migration', 'kysely_migration_lock'];

/** All tables of the schema `public`, each after those that it references. */
export async function listTables(client: ClientBase): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable & { refers: string[] }>(
    `select relname as name,
       (select coalesce(array_agg(attname::text order by attnum), '{}') from pg_attribute
         where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
       ) as columns,
       (select coalesce(array_agg(other.relname::text), '{}')
         from pg_constraint join pg_class other on other.oid = confrelid
         where conrelid = class.oid and contype = 'f' and confrelid <> conrelid
       ) as refers
     from pg_class class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1)
     order by relname`,
    [migrationTables],
  );
  const ordered: CopiedTable[] = [];
  const waiting = new Map(rows.map((row) => [row.name, row]));
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(
      ({ refers }) => !refers.some((at) => waiting.has(at)),
    );
    if (free.length === 0) {
      throw new Error(
        `These tables reference each other in a cycle: ${[...waiting.keys()].join()}`,
      );
    }
    for (const { name, columns } of free) {
      ordered.push({ name, columns });
      waiting.delete(name);
    }
  }
  return ordered;
}

/** The migrations that created the schema, in order; none for a database without one. */
export async function listMigrations(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('public.kysely_migration') is not null as found`,
  );
  if (!rows[0]?.found) return [];
  const applied = await client.query<{ name: string }>(
    'select name from kysely_migration order by name',
  );
  return applied.rows.map(({ name }) => name);
}

/** The `copy` statement's table and columns. */
export const copyTarget = (client: ClientBase, { name, columns }: CopiedTable): string =>
  `${client.escapeIdentifier(name)} (${columns.map((column) => client.escapeIdentifier(column)).join(', ')})`;
