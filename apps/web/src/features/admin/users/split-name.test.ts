import { expect, test } from 'vitest';
import { joinName, splitName } from './split-name.ts';

test.each([
  ['Ada Lovelace', { firstName: 'Ada', lastName: 'Lovelace' }],
  ['Ada', { firstName: 'Ada', lastName: '' }],
  [' Ada  King  of Lovelace ', { firstName: 'Ada', lastName: 'King of Lovelace' }],
  ['', { firstName: '', lastName: '' }],
])('%j is edited as %j', (name, parts) => {
  expect(splitName(name)).toEqual(parts);
});

test('the parts make a name again', () => {
  expect(joinName({ firstName: ' Ada ', lastName: ' Lovelace' })).toBe('Ada Lovelace');
  expect(joinName({ firstName: 'Ada', lastName: '  ' })).toBe('Ada');
});
