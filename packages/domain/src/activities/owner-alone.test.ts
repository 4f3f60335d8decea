import { expect, test } from 'vitest';
import { isForOwnerAlone, isPrivateMark, isPrivateSensitivity } from './owner-alone.ts';

test.each([
  [undefined, false],
  [null, false],
  ['', false],
  ['PUBLIC', false],
  ['default', false],
  [' Private ', true],
  ['CONFIDENTIAL', true],
  ['X-SECRET', true],
])('the mark %j keeps a meeting private: %s', (mark, expected) => {
  expect(isPrivateMark(mark)).toBe(expected);
});

test.each([
  [undefined, false],
  ['', false],
  ['Normal', false],
  [' normal (0)', false],
  ['Personal', true],
  ['private', true],
  ['Company-Confidential', true],
  ['"Private"', true],
  ['X-Secret', true],
])('the sensitivity %j keeps an email private: %s', (value, expected) => {
  expect(isPrivateSensitivity(value)).toBe(expected);
});

test('what is private, or has only hidden recipients at the domain, is for the owner alone', () => {
  const open = { isPrivate: false, isKeptPrivate: false, hasParticipant: true };
  const alone = [
    isForOwnerAlone(open),
    isForOwnerAlone({ ...open, isPrivate: true }),
    isForOwnerAlone({ ...open, isKeptPrivate: true }),
    isForOwnerAlone({ ...open, hasParticipant: false }),
  ];
  expect(alone).toEqual([false, true, true, true]);
});
