import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataKinds } from '#platform/database/data-register/data-kinds.ts';
import { describedTables } from '#platform/database/data-register/data-register.ts';
import { type DescribedTable, usesOf } from '#platform/database/data-register/described-table.ts';
import { leavingFates } from '#platform/database/data-register/leaving-fates.ts';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { readTables, renderDataModel, type StoredTable } from './render-data-model.ts';
import { renderPrivacy } from './render-privacy.ts';

const docs = path.join(import.meta.dirname, '../../../../docs');
const none: DescribedTable = {
  row: '',
  readBy: '',
  kind: 'none',
  whenLeaving: 'notTheirs',
  columns: {},
};
const usesIn = (table: string) => [...usesOf(describedTables[table] ?? none).values()];
const columnName = (column: string) => column.slice(0, column.indexOf(' '));

let app: TestApp;
let tables: StoredTable[];
beforeAll(async () => {
  app = await createTestApp();
  tables = await readTables(app.db);
});
afterAll(() => app.close());

test('docs/data-model.md describes every table of a migrated database', async () => {
  expect(Object.keys(describedTables).toSorted()).toEqual(
    tables.map(({ name }) => name).toSorted(),
  );
  await expect(renderDataModel(tables)).toMatchFileSnapshot(path.join(docs, 'data-model.md'));
});

test('the register says of every column of a migrated database what it is for', () => {
  for (const { name, columns } of tables) {
    const named = [...usesOf(describedTables[name] ?? none).keys()];
    expect({ name, columns: named.toSorted() }).toEqual({
      name,
      columns: columns.map(columnName).toSorted(),
    });
  }
});

test('the register names the owner of every row that is a user’s', () => {
  const isOwned = ({ name, columns }: StoredTable) =>
    columns.some((column) => columnName(column) === 'owner_id') || usesIn(name).includes('about');
  const owners = tables.map(({ name }) => {
    const column = Object.values(describedTables[name]?.belongsTo ?? {})[0];
    return { name, use: usesOf(describedTables[name] ?? none).get(column ?? '') };
  });
  const owned = tables.filter(isOwned).map(({ name }) => name);
  const withoutOwner = owners.filter(({ use }) => use === undefined).map(({ name }) => name);
  expect(withoutOwner.filter((name) => owned.includes(name))).toEqual([]);
  expect(owners.map(({ use }) => use ?? 'none')).toEqual(
    owners.map(() => expect.toBeOneOf(['user', 'about', 'key', 'none'])),
  );
});

test('the register says of every table what becomes of the rows of a user who leaves', () => {
  const wrong = Object.entries(describedTables).filter(([, described]) => {
    const { whenLeaving, belongsTo } = described;
    if (leavingFates[whenLeaving] === undefined) return true;
    const isOfUser = [...usesOf(described).values()].some(
      (use) => use === 'user' || use === 'about',
    );
    // Rows that are deleted are found by the column that names their user.
    const isDeleted = ['atOnce', 'disconnected', 'later', 'withHandOver'].includes(whenLeaving);
    return isDeleted ? belongsTo === undefined : isOfUser && whenLeaving === 'notTheirs';
  });
  expect(wrong.map(([name]) => name)).toEqual([]);
});

test('every kind is used, and counts a table of its own', () => {
  const used = new Set(Object.values(describedTables).map(({ kind }) => kind));
  expect([...used].toSorted()).toEqual(Object.keys(dataKinds).toSorted());
  for (const [kind, about] of Object.entries(dataKinds)) {
    if (!('counts' in about)) continue;
    const table = describedTables[about.counts.table];
    expect({ kind, counted: table?.kind, hasOwner: table?.belongsTo !== undefined }).toEqual({
      kind,
      counted: kind,
      hasOwner: true,
    });
  }
});

test('docs/privacy.md is the record of processing of the register', async () => {
  await expect(renderPrivacy()).toMatchFileSnapshot(path.join(docs, 'privacy.md'));
});
