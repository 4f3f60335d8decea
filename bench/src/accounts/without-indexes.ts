import type { Client } from 'pg';

/**
 * Fills a table without its indexes and constraints, which are made again at the end: of millions
 * of rows that takes a fraction of the time.
 */
export async function withoutIndexes(
  client: Client,
  table: string,
  fill: () => Promise<unknown>,
): Promise<void> {
  const constraints = await client.query<{ name: string; definition: string }>(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = $1::regclass and contype in ('p', 'f') order by contype desc`,
    [table],
  );
  const indexes = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = $1::regclass and not indisprimary`,
    [table],
  );
  for (const { name } of constraints.rows) {
    await client.query(`alter table ${table} drop constraint ${name}`);
  }
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
  await fill();
  await client.query("set maintenance_work_mem = '512MB'");
  for (const { definition } of indexes.rows) await client.query(definition);
  for (const { name, definition } of constraints.rows) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
}
