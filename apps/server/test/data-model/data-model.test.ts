import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTestApp } from '#test/create-test-app.ts';
import { describedTables } from './described-tables.ts';
import { readTables, renderDataModel } from './render-data-model.ts';

test('docs/data-model.md describes every table of a migrated database', async () => {
  const app = await createTestApp();
  onTestFinished(() => app.close());
  const tables = await readTables(app.db);
  const described = describedTables.flatMap((subject) => Object.keys(subject.tables));
  expect(described.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
  await expect(renderDataModel(tables)).toMatchFileSnapshot(
    path.join(import.meta.dirname, '../../../../docs/data-model.md'),
  );
});
