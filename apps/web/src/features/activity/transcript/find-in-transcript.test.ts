import { expect, test } from 'vitest';
import { foundParts, indexesWith } from './find-in-transcript.ts';

test('finds a word whatever its case, each time it is there', () => {
  expect(foundParts('Pilot or no pilot', 'pilot')).toEqual([
    { text: 'Pilot', isFound: true },
    { text: ' or no ', isFound: false },
    { text: 'pilot', isFound: true },
  ]);
  expect(indexesWith(['One', 'two', 'ONE more'], ' one ')).toEqual([0, 2]);
});

test('what is typed is a text, not a pattern', () => {
  expect(indexesWith(['a.c', 'abc', '(x', '100%'], '.')).toEqual([0]);
  expect(indexesWith(['a.c', 'abc', '(x', '100%'], '(x')).toEqual([2]);
  expect(foundParts('a\\b', '\\')).toHaveLength(3);
});

test('nothing typed finds nothing', () => {
  expect(foundParts('abc', ' ')).toEqual([{ text: 'abc', isFound: false }]);
  expect(indexesWith(['abc'], '')).toEqual([]);
});
