import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveMailDate, readMailDate } from './mail-date.ts';

describe('reading a Date header', () => {
  it.each([
    ['Wed, 3 Apr 2019 13:49:09 -0400', '2019-04-03T17:49:09Z'],
    [' Thu,  9 May 2019 08:16:00 +0200 (CEST)', '2019-05-09T06:16:00Z'],
    ['9 May 2019 08:16 GMT', '2019-05-09T08:16:00Z'],
    ['Thu, 9 May 19 08:16:00 EDT', '2019-05-09T12:16:00Z'],
    ['Mon, 29\r\n Feb 2016 23:59:59 -0000', '2016-02-29T23:59:59Z'],
    ['Fri, 01 Jan 2021 05:30:00 +0530', '2021-01-01T00:00:00Z'],
    ['1 Jan 70 00:00:00', '1970-01-01T00:00:00Z'],
  ])('%s', (value, expected) => {
    expect(new Date(readMailDate(value) ?? NaN).toISOString()).toBe(expected.replace('Z', '.000Z'));
  });

  it.each([
    '',
    'yesterday',
    'Mon, 31 Feb 2022 10:00:00 +0000',
    'Mon, 1 Foo 2022 10:00:00 +0000',
    '2022-01-01',
    'Tue, 1 Feb 2022 25:00:00 +0000',
    'Tue, 1 Feb 2022 10:00:00 +9999',
  ])('finds no date in "%s"', (value) => {
    expect(readMailDate(value)).toBeUndefined();
  });
});

describe('moving a Date header', () => {
  it.each([
    ['Wed, 3 Apr 2019 13:49:09 -0400', 1, 'Thu, 4 Apr 2019 13:49:09 -0400'],
    [' Thu,  9 May 2019 08:16:00 +0200 (CEST)', 365, ' Fri,  8 May 2020 08:16:00 +0200 (CEST)'],
    ['Sun, 03 Mar 2024 01:00:00 EST', -3, 'Thu, 29 Feb 2024 01:00:00 EST'],
    ['9 May 2019 08:16 GMT', 2600, '21 Jun 2026 08:16 GMT'],
    ['Thu, 9 May 19 08:16:00 +0000', 1, 'Fri, 10 May 2019 08:16:00 +0000'],
    ['no date', 5, 'no date'],
  ])('%s by %i days', (value, days, expected) => {
    expect(moveMailDate(value, days)).toBe(expected);
  });

  it('leaves every byte alone when it moves by nothing', () => {
    expect(moveMailDate('Fri, 03 Apr 2019 13:49:09 -0400', 0)).toBe(
      'Fri, 03 Apr 2019 13:49:09 -0400',
    );
  });

  it('moves the moment by exactly that many times 24 hours', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: -3000, max: 3000 }),
        fc.constantFrom('+0000', '-0930', '+1400', 'PST', '+0200 (CEST)'),
        (day, days, zone) => {
          const date = new Date(day * 86_400_000).toUTCString().replace('GMT', zone);
          const before = readMailDate(date) ?? NaN;
          const moved = moveMailDate(date, days);
          expect((readMailDate(moved) ?? NaN) - before).toBe(days * 86_400_000);
          expect(moved.endsWith(` 00:00:00 ${zone}`)).toBe(true);
        },
      ),
    );
  });
});
