import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Migrator } from 'kysely/migration';
import { Client } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { BASELINE, migrations } from '../../src/migrations/index.ts';
import { createDatabase } from '#platform/database/create-database.ts';
import { migrateTo } from '#platform/database/migrate.ts';
import { createEmptyDatabase } from '../create-test-database.ts';
import { readDefinitions, readFunctions, readTables } from './read-schema.ts';
import { type BaselineFile, renderBaseline } from './render-baseline.ts';

const folder = path.join(import.meta.dirname, '../../src/migrations/baseline');

interface FoundDatabase {
  /** A line for everything that it has. */
  contents: string[];
  files: BaselineFile[];
}

/** Of a database that was migrated step by step. */
let stepwise: FoundDatabase;

beforeAll(async () => {
  stepwise = await readDatabase(async (url) => {
    const db = createDatabase({ url, poolSize: 1, onLostConnection: () => {} });
    const provider = { getMigrations: async () => migrations };
    const { error } = await new Migrator({ db, provider }).migrateTo(BASELINE);
    await db.destroy();
    if (error !== undefined) throw error;
  });
});

// `npm run check:unit -- apps/server/test/baseline --update` writes the files again.
test('the baseline has what the migrations before it lead to', async () => {
  const { files } = stepwise;
  for (const { name, text } of files) {
    await expect(text).toMatchFileSnapshot(path.join(folder, name));
  }
  expect(readdirSync(folder).toSorted()).toEqual(files.map(({ name }) => name));
});

test('an empty database that the baseline made differs in nothing from one that was migrated step by step', async () => {
  const made = await readDatabase((url) => migrateTo(url, BASELINE));
  expect(made.contents.length).toBeGreaterThan(500);
  expect(made.contents).toEqual(stepwise.contents);
});

async function readDatabase(migrate: (url: string) => Promise<void>): Promise<FoundDatabase> {
  const { url, drop } = await createEmptyDatabase();
  await migrate(url);
  const client = new Client({ connectionString: url, application_name: 'test' });
  await client.connect();
  const files = renderBaseline(await readTables(client), await readFunctions(client));
  const contents = await readContents(client);
  await client.end();
  await drop();
  return { contents, files };
}

/** A line for everything that a database has: definitions, statistics, rows and applied migrations. */
async function readContents(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    select format('statistics %s.%s %s', tablename, attname, n_distinct) as line from pg_stats
      where schemaname = 'public' and tablename not like 'kysely%'
    union all select 'applied ' || name from kysely_migration`);
  const lines = [...(await readDefinitions(client)), ...rows.map(({ line }) => line)];
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`,
  );
  for (const { name } of tables) {
    const found = await client.query(`select from ${client.escapeIdentifier(name)}`);
    lines.push(`rows ${name} ${found.rowCount}`);
  }
  return lines.toSorted();
}
