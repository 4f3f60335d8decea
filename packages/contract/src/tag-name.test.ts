import { expect, test } from 'vitest';
import { foldTagName, readTagName, tagNameProblem } from './tag-name.ts';

test.each(['VIP', '<script>alert(1)</script>', '🏷️🎉', '名前', '\u05d0\u05d1', '0'])(
  'takes %j',
  (name) => expect(tagNameProblem(name)).toBeUndefined(),
);

test.each(['', '  ', '\u200b', '\u3164', '\u{e0041}'])(
  'requires something to be seen in %j',
  (name) => expect(tagNameProblem(readTagName(name))).toBe('A tag needs a name.'),
);

test.each(['a\u2028b\u202e', '\u202eevil', 'a\u2066b'])('refuses %j', (name) =>
  expect(tagNameProblem(name)).toBe('The name of a tag must be one line of text.'),
);

test('counts characters as a reader does', () => {
  const tooLong = 'The name of a tag must be at most 40 characters.';
  expect(tagNameProblem('x'.repeat(40))).toBeUndefined();
  expect(tagNameProblem('e\u0301'.repeat(40))).toBeUndefined();
  expect(tagNameProblem('👩\u200d🔬'.repeat(40))).toBeUndefined();
  expect(tagNameProblem('x'.repeat(41))).toBe(tooLong);
  expect(tagNameProblem('🏷'.repeat(41))).toBe(tooLong);
  expect(tagNameProblem('x'.repeat(300))).toBe(tooLong);
  // One character with 300 marks.
  expect(tagNameProblem(`e${'\u0301'.repeat(300)}`)).toBe(tooLong);
});

test.each([
  ['vip', 'VIP'],
  ['vip', 'ＶＩＰ'],
  ['vip', 'V\u200bIP'],
  ['straße', 'STRASSE'],
  ['é', 'E\u0301'],
  ['a b', 'A\u3000B'],
  ['ﬁrst', 'First'],
])('%j and %j are one name', (one, other) => expect(foldTagName(one)).toBe(foldTagName(other)));

test('names that a reader tells apart are not one', () => {
  expect(new Set(['vip', 'v i p', 'vip2', 'víp', 'vip!'].map(foldTagName)).size).toBe(5);
});

test('a name is stored as it is read', () => {
  expect(readTagName(' Key \t\n account\0 ')).toBe('Key account');
  expect(readTagName('half \ud800')).toBe('half \ufffd');
});
