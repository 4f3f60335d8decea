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

const sixColumns = [200, 420, 350, 300, 100, 100].map((width, index) => ({
  ...column(`${index}`, width),
  ...(width === 350 && { shrinksTo: 200 }),
  ...(width === 300 && { shrinksTo: 150 }),
}));
const widthsIn = (gridWidth: number) =>
  renderHook(() => useShrunkColumns(sixColumns, gridWidth)).result.current.map(
    ({ width }) => width,
  );

test.each([1_473, 1_425, 1_383, 1_232, 1_174])('columns shrink to fit %i pixels', (gridWidth) => {
  const widths = widthsIn(gridWidth);
  const sum = widths.reduce((all, width) => all + width, 0);
  // With the handle of the last one.
  expect(sum).toBeLessThanOrEqual(gridWidth - 4);
  expect(sum).toBeGreaterThan(gridWidth - 7);
  expect([widths[0], widths[1], widths[4], widths[5]]).toEqual([200, 420, 100, 100]);
  expect(widths[2]).toBeGreaterThanOrEqual(200);
  expect(widths[3]).toBeGreaterThanOrEqual(150);
});

test.each([
  ['fit anyway', 1_474],
  ['would not fit even then', 1_173],
])('columns that %s keep their widths', (_, gridWidth) => {
  expect(widthsIn(gridWidth)).toEqual([200, 420, 350, 300, 100, 100]);
});

test('the columns are the same ones while their widths are', () => {
  const { result, rerender } = renderHook(({ width }) => useShrunkColumns(columns, width), {
    initialProps: { width: 700 },
  });
  const before = result.current;
  rerender({ width: 1_280 });
  expect(result.current).toBe(before);
});
