import { expect, test } from 'vitest';
import { filterConditions } from './accounts-filter.ts';

test('a word that is searched for many times is looked for once', () => {
  const count = (search: string) => filterConditions({ search }, new Date(), 'UTC').length;
  expect(count(' acme Acme\tinc ACME ')).toBe(2);
  expect(count('a '.repeat(100))).toBe(1);
});
