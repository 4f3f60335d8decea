import { expect, test } from 'vitest';
import { sampleRow } from '#test/grid-samples.ts';
import type { Account } from './account.ts';
import {
  indexOfRow,
  keepRowOrder,
  nextShownRows,
  pageNumbers,
  pagesAround,
  rowAt,
  type FetchedRows,
} from './grid-rows.ts';

const [a, b, c, d] = ['A', 'B', 'C', 'D'].map((name) => sampleRow(name)) as [
  Account,
  Account,
  Account,
  Account,
];
const read = (pages: [number, Account[]][], parts: Partial<FetchedRows> = {}): FetchedRows => ({
  viewKey: 'all',
  pages: new Map(pages),
  pageSize: 2,
  total: 4,
  ...parts,
});
const names = (rows: FetchedRows) =>
  Array.from({ length: rows.total }, (_, index) => rowAt(rows, index)?.name);

test('rows are found at their position, and others are not loaded yet', () => {
  const rows = read([[1, [c, d]]]);
  expect(names(rows)).toEqual([undefined, undefined, 'C', 'D']);
  expect(indexOfRow(rows, d.id)).toBe(3);
  expect(indexOfRow(rows, a.id)).toBe(-1);
});

test('pages of one view stay while others load', () => {
  const first = nextShownRows(undefined, read([[0, [a, b]]]), false);
  const second = nextShownRows(first, read([[1, [c, d]]]), false);
  expect(names(second)).toEqual(['A', 'B', 'C', 'D']);
});

test('another view starts again', () => {
  const first = nextShownRows(undefined, read([[0, [a, b]]]), false);
  const other = read([[1, [c, d]]], { viewKey: 'other' });
  expect(names(nextShownRows(first, other, true))).toEqual([undefined, undefined, 'C', 'D']);
});

test('locked rows keep their position and number until they are released', () => {
  const first = nextShownRows(undefined, read([[0, [a, b]]], { total: 2 }), false);
  const fresh = read([[0, [sampleRow('New'), a]]], { total: 3 });
  const held = nextShownRows(first, fresh, true);
  expect(names(held)).toEqual(['A', 'B']);
  expect(held.hasMoved).toBe(true);
  const letGo = nextShownRows(held, fresh, false);
  expect(names(letGo)).toEqual(['New', 'A', undefined]);
  expect(letGo.hasMoved).toBe(false);
});

test('a whole list is one page without an end', () => {
  const rows = read([[0, [a, b, c]]], { pageSize: Number.POSITIVE_INFINITY, total: 3 });
  expect(names(rows)).toEqual(['A', 'B', 'C']);
  expect(indexOfRow(rows, c.id)).toBe(2);
});

const row = (id: string, text = 'old') => ({ id, text });
const shownRows = [row('a'), row('b'), row('c')];

test('rows in an unchanged order are simply the fresh ones', () => {
  const fresh = [row('a', 'new'), row('b'), row('c')];
  expect(keepRowOrder(shownRows, fresh)).toEqual({ rows: fresh, moved: false });
});

test('a row that moved is updated in place', () => {
  const kept = keepRowOrder(shownRows, [row('c', 'new'), row('a'), row('b')]);
  expect(kept).toEqual({ rows: [row('a'), row('b'), row('c', 'new')], moved: true });
});

test('a row that is gone stays and a new one waits', () => {
  const kept = keepRowOrder(shownRows, [row('x'), row('a', 'new'), row('c')]);
  expect(kept).toEqual({ rows: [row('a', 'new'), row('b'), row('c')], moved: true });
});

const pagesIn = (first: number, end: number) => pageNumbers(pagesAround({ first, end }, 100));

test('the first screen needs the first page alone', () => {
  expect(pagesIn(0, 45)).toEqual([0]);
});

test('scrolling prefetches the next page, and the first stays', () => {
  expect(pagesIn(3, 48)).toEqual([0, 1]);
  expect(pagesIn(1_234, 1_280)).toEqual([0, 11, 12, 13]);
});
