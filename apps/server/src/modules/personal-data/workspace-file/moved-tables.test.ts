import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/create-database.ts';
import { describedTables } from '#platform/database/data-register/data-register.ts';
import { usesOf } from '#platform/database/data-register/described-table.ts';
import { createPlainDatabase, type TestDatabase } from '#test/create-test-database.ts';
import { readMovedColumns } from './moved-columns.ts';
import { movedTables, movingFates } from './moved-tables.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createPlainDatabase();
  db = createDatabase({ url: database.url, poolSize: 1, onLostConnection: () => {} });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test('every table has a fate when a workspace moves', () => {
  expect(Object.keys(movingFates).sort()).toEqual(Object.keys(describedTables).sort());
});

test('a table moves after those that it refers to, which move as well', async () => {
  const { rows } = await sql<{ source: string; target: string }>`
    select conrelid::regclass::text as source, confrelid::regclass::text as target
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`.execute(
    db,
  );
  const order = movedTables.map(({ table }) => table);
  const wrong = rows.filter(({ source, target }) => {
    const [at, before] = [order.indexOf(source), order.indexOf(target)];
    return at !== -1 && (before === -1 || before > at);
  });
  expect(wrong).toEqual([]);
});

test('every column of a table that moves is in the file, but for credentials and computed ones', async () => {
  const columns = await readMovedColumns(db);
  const generated = await sql<{ name: string }>`
    select attrelid::regclass::text || '.' || attname as name
    from pg_attribute where attgenerated <> ''`.execute(db);
  const computed = new Set(generated.rows.map(({ name }) => name));
  const left = movedTables.flatMap(({ table }) => {
    const described = describedTables[table];
    if (described === undefined) return [`${table} is not described`];
    const moved = columns.get(table) ?? [];
    return [...usesOf(described).keys()].flatMap((column) =>
      moved.includes(column) || computed.has(`${table}.${column}`) ? [] : [`${table}.${column}`],
    );
  });
  expect(left.sort()).toEqual([
    'hand_overs.return_token_hash',
    'users.is_admin',
    'users.password_hash',
  ]);
});

test('a column that stays can be without a value', async () => {
  const { rows } = await sql<{ name: string }>`
    select attrelid::regclass::text || '.' || attname as name
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0
      and not attisdropped and attnotnull and not atthasdef`.execute(db);
  const columns = await readMovedColumns(db);
  const missing = rows.filter(({ name }) => {
    const [table = '', column = ''] = name.split('.');
    return columns.has(table) && columns.get(table)?.includes(column) === false;
  });
  expect(missing).toEqual([]);
});
