import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { readDefinitions } from '#test/baseline/read-schema.ts';
import { createEmptyDatabase, createPlainDatabase } from '#test/create-test-database.ts';
import { isLong } from '#test/long-tests.ts';
import { oldRows } from '#test/upgrade/old-rows.ts';
import { BASELINE, migrations } from '../../migrations/index.ts';
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

// Every version has one of these schemas. The first goes through every migration. Those before the baseline
// never change, so starting from each of them would find nothing new.
const names = Object.keys(migrations);
const interval = isLong ? 4 : 8;
const isStart = (name: string, index: number) => index % interval === 0 || name >= BASELINE;

test.each(names.filter(isStart))(
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
    expect(await readDefinitions(client)).toEqual(await readDefinitions(fresh));
  },
);
