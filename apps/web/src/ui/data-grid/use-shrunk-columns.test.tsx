import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { GridColumn } from './grid-column.ts';
import { useShrunkColumns } from './use-shrunk-columns.ts';

const column = (id: string, width: number, shrinks = false): GridColumn<string> => ({
  id,
  label: id,
  icon: null,
  access: 'EDITABLE',
  frozen: false,
  movable: true,
  removable: true,
  sortable: false,
  sortOrder: undefined,
  width,
  render: () => null,
  shrinks,
});

const columns = [column('name', 200), column('chart', 420, true), column('text', 350)];

test.each([
  ['a wide grid', 1_280, 420],
  ['a phone', 375, 175],
  ['the smallest screens, where it keeps a width that can be read', 320, 150],
])('%s, %i pixels: a column that shrinks has %i', (_, gridWidth, width) => {
  const { result } = renderHook(() => useShrunkColumns(columns, gridWidth));
  expect(result.current.map((one) => one.width)).toEqual([200, width, 350]);
});

test('the columns are the same ones while their widths are', () => {
  const { result, rerender } = renderHook(({ width }) => useShrunkColumns(columns, width), {
    initialProps: { width: 700 },
  });
  const before = result.current;
  rerender({ width: 1_280 });
  expect(result.current).toBe(before);
});
