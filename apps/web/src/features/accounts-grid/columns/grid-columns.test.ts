import { afterEach, expect, test } from 'vitest';
import { accountColumns } from './column-registry.ts';
import { INITIAL_COLUMN_STATE } from './column-state.ts';
import { gridColumns } from './grid-columns.ts';

const { sort: createdSort } = accountColumns.created;
afterEach(() => {
  if (createdSort) accountColumns.created.sort = createdSort;
});

const columnOf = (id: string) => {
  const sort = { by: 'created', order: 'DESC' } as const;
  return gridColumns(INITIAL_COLUMN_STATE, sort, () => '/').find((column) => column.id === id);
};

test('the column that the grid is sorted by says so, and no other', () => {
  expect(columnOf('created')).toMatchObject({ sortable: true, sortOrder: 'DESC' });
  expect(columnOf('name')).toMatchObject({ sortable: true, sortOrder: undefined });
});

test('a column without an order of its own offers no sorting', () => {
  delete accountColumns.created.sort;
  expect(columnOf('created')).toMatchObject({ sortable: false, sortOrder: undefined });
});
