import { expect, test } from 'vitest';
import { emptySelection, withItems, withRange, withToggled } from './selection.ts';
import { rangeTo } from './use-selection.ts';

type Item = { id: string };
const items: Item[] = [...'abcdef'].map((id) => ({ id }));
const at = (index: number) => items[index] ?? { id: '' };
const ids = ({ selected }: { selected: ReadonlyMap<string, Item> }) =>
  [...selected.keys()].join('');
const range = (one: number, other: number) => rangeTo(items, at(one).id, at(other));

test('an item is selected and deselected', () => {
  const one = withToggled(emptySelection<Item>(), at(1));
  expect(ids(one)).toBe('b');
  expect(ids(withToggled(one, at(3)))).toBe('bd');
  expect(ids(withToggled(one, at(1)))).toBe('');
});

test('a range adds to what was selected, and shrinks again', () => {
  const first = withToggled(withToggled(emptySelection<Item>(), at(5)), at(1));
  const long = withRange(first, range(1, 4));
  expect(ids(long)).toBe('fbcde');
  expect(ids(withRange(long, range(1, 2)))).toBe('fbc');
  // To the other side of where it began.
  expect(ids(withRange(long, range(1, 0)))).toBe('fba');
  expect(range(3, 1).map(({ id }) => id)).toEqual(['d', 'c', 'b']);
  expect(rangeTo(items, 'gone', at(2))).toEqual([at(2)]);
});

test('a range without a start begins with its first item', () => {
  const selection = withRange(emptySelection<Item>(), range(2, 3));
  expect(ids(selection)).toBe('cd');
  expect(selection.anchor).toBe('c');
});

test('several items are selected and deselected at once', () => {
  const all = withItems(emptySelection<Item>(), items, true);
  expect(all.selected.size).toBe(6);
  expect(ids(withItems(all, range(0, 3), false))).toBe('ef');
});
