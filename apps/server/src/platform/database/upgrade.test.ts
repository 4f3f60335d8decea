import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createEmptyDatabase, createPlainDatabase } from '#test/create-test-database.ts';
import { isLong } from '#test/long-tests.ts';
import { oldRows } from '#test/upgrade/old-rows.ts';
import { migrations } from '../../migrations/index.ts';
import { migrateTo, migrateToLatest } from './migrate.ts';

async function connect({ url, drop }: { url: string; drop: () => Promise<void> }): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: 'test' });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await drop();
  });
  return client;
}

type Row = Record<string, unknown>;

/** Columns, constraints, indexes, functions and triggers: everything that a schema consists of. */
async function schemaOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    select format('column %s.%s %s %s %s', table_name, column_name, data_type, is_nullable,
        coalesce(column_default, generation_expression)) as line
      from information_schema.columns where table_schema = 'public'
    union all select format('constraint %s %s %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_functiondef(oid)
      from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`);
  return rows.map(({ line }) => line).sort();
}

/**
 * The rows of every non-empty table, without `search`, which later versions compute differently.
 */
async function contentsOf(client: Client): Promise<Record<string, Row[]>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE'
         and table_name not like 'kysely%'`,
  );
  const contents: Record<string, Row[]> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<Row>(`select * from ${client.escapeIdentifier(name)}`);
    if (rows.length > 0) contents[name] = rows.map(({ search: _search, ...row }) => row);
  }
  return contents;
}

// Every released version has one of these schemas. The first goes through every migration.
const names = Object.keys(migrations);
const inShort = (index: number) => index % 8 === 0 || index >= names.length - 2;

test.each(names.filter((_, index) => isLong || inShort(index)))(
  'a database with the schema of %s becomes this version’s and loses nothing',
  async (migration) => {
    const database = await createEmptyDatabase();
    await migrateTo(database.url, migration);
    const client = await connect(database);
    await client.query(oldRows);
    const before = await contentsOf(client);
    expect(Object.keys(before).length).toBeGreaterThan(10);

    await migrateToLatest(database.url);
    expect(await contentsOf(client)).toMatchObject(before);
    const fresh = await connect(await createPlainDatabase());
    expect(await schemaOf(client)).toEqual(await schemaOf(fresh));
  },
);
