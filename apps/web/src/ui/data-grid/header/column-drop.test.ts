import { expect, test } from 'vitest';
import { columnDrop, dropEdge } from './column-drop.ts';

const columns = [200, 400, 300, 100, 100].map((width, index) => ({ width, movable: index > 0 }));

test.each<[from: number, offset: number, to: number]>([
  [1, 0, 1],
  [1, 149, 1],
  [1, 150, 2],
  [1, 349, 2],
  [1, 350, 3],
  [1, 5000, 4],
  [4, -49, 4],
  [4, -50, 3],
  [4, -250, 2],
  [4, -600, 1],
  // Not past the column that stays.
  [4, -5000, 1],
  [0, 500, 0],
])('the column at %i, dragged by %i pixels, goes to %i', (from, offset, to) => {
  expect(columnDrop(columns, from, offset)).toBe(to);
});

test('the edge is the far one of the neighbour that is passed', () => {
  expect(dropEdge(columns, 1, 2)).toBe(900);
  expect(dropEdge(columns, 4, 2)).toBe(600);
  expect(dropEdge(columns, 4, 1)).toBe(200);
});
