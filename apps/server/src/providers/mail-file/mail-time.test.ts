import { expect, it } from 'vitest';
import { envelopeOf, mailTime } from './mail-time.ts';

const date = 'Mon, 01 Jan 2024 05:00:00 -0500 (EST)';
const received = 'from a by b; Mon, 01 Jan 2024 10:00:07 +0000';

it.each([
  ['with a zone', 'From 1@xxx Mon Jan 01 09:59:59 +0000 2024', '2024-01-01T09:59:59Z'],
  ['in a zone that is not named', 'From a@b Mon Jan  1 05:00:09 2024', '2024-01-01T10:00:00Z'],
  ['of another day', 'From a@b Fri Jan 12 05:00:09 2024', '2024-01-12T05:00:09Z'],
  ['of the copy', 'From - Fri Jan 12 05:00:09 2024', '2024-01-01T10:00:07Z'],
  ['without a date', 'From a@b', '2024-01-01T10:00:07Z'],
])('a separator with a date %s', (_, line, expected) => {
  const head = new Map([
    ['date', [date]],
    ['received', [received, 'from x by y; Mon, 01 Jan 2024 09:00:00 +0000']],
  ]);
  expect(mailTime(head, envelopeOf(line))).toEqual(new Date(expected));
});

it('an email without any date has no time', () => {
  expect(mailTime(new Map([['date', ['yesterday']]]), undefined)).toBeUndefined();
});
