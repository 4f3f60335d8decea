import { expect, test } from 'vitest';
import { limits } from './limits.ts';
import { accountNameProblem, nameProblem } from './name.ts';

test.each(['Ann', 'Zoë 名前 😀', 'O’Brien & Sons', '\u05d0\u05d1', '👩\u200d🔬', '3'])(
  'takes %j',
  (name) => expect(nameProblem(name)).toBeUndefined(),
);

test.each([
  '',
  '  ',
  '\u200b',
  '\u00a0\u2060',
  '\u200e\u200f\u061c',
  '\u202e',
  '\u2066\u2069',
  '\u3164',
  '\u115f\u1160',
  '\uffa0',
  '\u2800',
  '\ufeff',
  '\u{e0041}',
  '\ufe0f',
])('requires something to be seen in %j', (name) =>
  expect(nameProblem(name)).toBe('Name is required'),
);

test.each([
  'a\nb',
  'a\r\nBcc: b@c.d',
  'a\u2028b',
  'a\u0000',
  '\u202eevil',
  'a\u2066b',
  'half \ud800',
])('refuses %j', (name) => expect(nameProblem(name)).toBe('Name must be one line of text'));

test('refuses what is too long', () => {
  expect(nameProblem('x'.repeat(limits.nameLength))).toBeUndefined();
  expect(nameProblem('x'.repeat(limits.nameLength + 1))).toBe(
    'Name must be at most 200 characters',
  );
});

test.each([
  ['Acme', undefined],
  ['\u3000\u200b', 'Account Name is required when adding to workspace'],
  ['Acme\nInc.', 'Account Name must be one line of text'],
  ['x'.repeat(limits.nameLength + 1), 'Account Name must be at most 200 characters'],
])('an account can be called %j unless %s', (name, problem) =>
  expect(accountNameProblem(name)).toBe(problem),
);
