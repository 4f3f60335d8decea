import { expect, test } from 'vitest';
import { filterConditions } from './accounts-filter.ts';

test('a word that is searched for many times is looked for once', () => {
  const count = (search: string) =>
    filterConditions({ search }, { now: new Date(), timeZone: 'UTC', workspaceId: '' }).length;
  expect(count(' acme Acme\tinc ACME ')).toBe(2);
  expect(count('a '.repeat(100))).toBe(1);
});
