import { expect, test } from 'vitest';
import { startProcessorTime } from '#test/processor-time.ts';
import { readFilter } from './read-filter.ts';
import { ScimError } from './scim-error.ts';

test.each([
  ['userName eq "ann"', [['username', 'ann']]],
  ['  UserName  EQ  "a\\"n\\u0041"  ', [['username', 'a"nA']]],
  ['active eq true', [['active', 'true']]],
  [
    'id eq "1" and members eq "2" AND a.b eq False',
    [
      ['id', '1'],
      ['members', '2'],
      ['a.b', 'false'],
    ],
  ],
  ['emails[type eq "work"].value eq "a@b"', [['emails[type eq "work"].value', 'a@b']]],
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ann"', [['username', 'ann']]],
])('%s', (filter, conditions) => {
  expect(readFilter(filter).map(({ attribute, value }) => [attribute, value])).toEqual(conditions);
});

test.each([
  '',
  'userName',
  'userName eq',
  'userName eq ann',
  'userName sw "ann"',
  'userName eq "ann" or id eq "1"',
  'userName eq "ann" and',
  'userName eq "ann" id eq "1"',
  'not (userName eq "ann")',
  '(userName eq "ann")',
  'userName eq "a\\u0000"',
  'userName eq "a\nb"',
  'userName eq "\\N"',
  Array.from({ length: 6 }, () => 'id eq "1"').join(' and '),
  `userName eq "${'a'.repeat(1_000)}"`,
])('%j is refused', (filter) => {
  expect(() => readFilter(filter)).toThrow(ScimError);
});

test.each([
  '('.repeat(20_000),
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `a${'[b eq "c"]'.repeat(90)}`,
  `${'a'.repeat(990)}!`,
  `a eq ${'\\'.repeat(900)}`,
  `a eq "${'\\\\'.repeat(400)}`,
  ' '.repeat(999),
])('a hostile filter is refused at once', (filter) => {
  const time = startProcessorTime();
  expect(() => readFilter(filter)).toThrow(ScimError);
  expect(time()).toBeLessThan(200);
});
