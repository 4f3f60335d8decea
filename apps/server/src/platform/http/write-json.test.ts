import { expect, test } from 'vitest';
import { countTurns } from '#test/count-turns.ts';
import { writeJson } from './write-json.ts';

const item = (index: number) => ({
  id: index,
  name: `"${index}\u2028ü\ud83d`,
  at: new Date(index * 1_000),
  left: undefined,
  none: null,
  participants: [{ name: 'A' }, undefined, null, true, Number.NaN],
});
const items = Array.from({ length: 5_000 }, (_, index) => item(index));

test.each([
  ['a small object', { a: 1, b: undefined, c: [undefined] }],
  ['text', 'x'.repeat(10_000)],
  ['null', null],
  ['an empty list', { list: [] }],
  ['a long list', { before: 1, activities: items, page: undefined, after: { a: [] } }],
  ['a list of lists', [items, [], [items]]],
  ['a long list in a short one', { activities: [{ id: 1, activities: items }] }],
  ['long texts', { activities: [{ html: '<p>'.repeat(300_000) }, { html: 'b' }] }],
  ['a sparse list', Object.assign([], { 4_000: 1 })],
])('%s is what JSON.stringify writes', async (_, value) => {
  expect((await writeJson(value)) === JSON.stringify(value)).toBe(true);
});

test('a long value gives way to others while it is written', async () => {
  expect(await countTurns(() => writeJson({ activities: items }))).toBeGreaterThan(4_000);
  expect(await countTurns(() => writeJson({ activities: items.slice(0, 10) }))).toBeLessThan(5);
});
