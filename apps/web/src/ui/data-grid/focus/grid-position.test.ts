import { expect, test } from 'vitest';
import { HEADER_ROW, nextPosition, type GridKey } from './grid-position.ts';

const extent = { rows: 11, columns: 3, pageRows: 4, undividedRow: 10 };
const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };

function press(row: number, column: number, key: string, held: Partial<GridKey> = {}) {
  const next = nextPosition({ row, column }, { ...plain, key, ...held }, extent);
  return typeof next === 'object' ? [next.row, next.column] : next;
}

test.each<[from: [number, number], key: string, to: [number, number]]>([
  [[0, 0], 'ArrowUp', [HEADER_ROW, 0]],
  [[HEADER_ROW, 1], 'ArrowUp', [HEADER_ROW, 1]],
  [[0, 0], 'ArrowLeft', [0, 0]],
  [[0, 2], 'ArrowRight', [0, 2]],
  [[2, 1], 'Enter', [3, 1]],
  [[2, 1], 'Home', [2, 0]],
  [[2, 1], 'End', [2, 2]],
  [[8, 1], 'PageDown', [10, 1]],
  [[2, 1], 'PageUp', [0, 1]],
  [[10, 2], 'ArrowUp', [9, 2]],
])('from %j %s leads to %j', (from, key, to) => {
  expect(press(...from, key)).toEqual(to);
});

test('Control leads to the ends', () => {
  expect(press(4, 1, 'Home', { ctrlKey: true })).toEqual([0, 0]);
  expect(press(4, 1, 'End', { ctrlKey: true })).toEqual([10, 2]);
  expect(press(10, 2, 'Home', { ctrlKey: true })).toEqual([0, 0]);
  expect(press(10, 2, 'Home')).toEqual([10, 2]);
});

test('Tab goes from cell to cell, and past both ends out of the grid', () => {
  expect(press(0, 2, 'Tab')).toEqual([1, 0]);
  expect(press(1, 0, 'Tab', { shiftKey: true })).toEqual([0, 2]);
  expect(press(10, 0, 'Tab')).toBe('leave');
  expect(press(HEADER_ROW, 0, 'Tab', { shiftKey: true })).toBe('leave');
  expect(press(10, 0, 'Tab', { shiftKey: true })).toEqual([9, 2]);
});

test('other keys, and those with Alt, are left alone', () => {
  expect(press(1, 1, 'a')).toBeUndefined();
  expect(press(1, 1, 'ArrowDown', { altKey: true })).toBeUndefined();
});
