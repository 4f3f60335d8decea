import { expect, it } from 'vitest';
import { readNames } from './named-commands.ts';

const commands = { first: 1, second: 2, third: 3 };

it('runs the names in the order of the list and passes options on', () => {
  expect(readNames(['third', 'first', '--rounds', '7', 'x'], commands)).toEqual({
    names: ['first', 'third'],
    options: ['--rounds', '7', 'x'],
  });
});

it('runs all, and nothing when no name is given', () => {
  expect(readNames(['all'], commands).names).toEqual(['first', 'second', 'third']);
  expect(readNames(['--rounds', '7'], commands).names).toEqual([]);
});
