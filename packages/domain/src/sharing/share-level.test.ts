import { expect, test } from 'vitest';
import {
  byLevelThenCapture,
  higherLevel,
  levelNumber,
  levelOfNumber,
  shareLevels,
  showsAt,
  visibleLevel,
} from './share-level.ts';

test('levels are stored as numbers that grow with what they show', () => {
  expect(shareLevels.map(levelNumber)).toEqual([0, 1, 2]);
  expect([0, 1, 2].map(levelOfNumber)).toEqual(['activity', 'subject', 'full']);
  expect(() => levelOfNumber(3)).toThrow(RangeError);
});

test.each([
  ['activity', 'subject', 'subject'],
  ['full', 'activity', 'full'],
  ['subject', 'subject', 'subject'],
] as const)('of %s and %s the higher one is %s', (one, other, expected) => {
  expect(higherLevel(one, other)).toBe(expected);
  expect(higherLevel(other, one)).toBe(expected);
  expect(showsAt(expected, one)).toBe(true);
});

test('a copy is shown at the level of its share', () => {
  for (const level of shareLevels) {
    expect(visibleLevel({ links: [{ isForOwnerAlone: false, level }] })).toBe(level);
  }
});

test('of several shared domains the highest level counts', () => {
  const links = (['activity', 'full', 'subject'] as const).map((level) => ({
    isForOwnerAlone: false,
    level,
  }));
  expect(visibleLevel({ links })).toBe('full');
});

test('what is its owner’s alone is hidden at every level', () => {
  for (const level of shareLevels) {
    expect(visibleLevel({ links: [{ isForOwnerAlone: true, level }] })).toBe('hidden');
  }
  expect(visibleLevel({ links: [] })).toBe('hidden');
});

test('what one domain hides, another one may show at its own level', () => {
  const links = [
    { isForOwnerAlone: true, level: 'full' as const },
    { isForOwnerAlone: false, level: 'activity' as const },
  ];
  expect(visibleLevel({ links })).toBe('activity');
});

test('of several copies the one with the highest level is shown, then the one captured first', () => {
  const copies = [
    { id: 'a', level: 'activity' as const },
    { id: 'c', level: 'full' as const },
    { id: 'b', level: 'full' as const },
  ];
  expect(copies.sort(byLevelThenCapture).map(({ id }) => id)).toEqual(['b', 'c', 'a']);
});
