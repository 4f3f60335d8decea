import { expect, it } from 'vitest';
import { mailTime, receivedTimes } from '../mail/mail-time.ts';
import { parseMailDate } from '../mail/parse-mail-date.ts';
import { envelopeOf } from './envelope.ts';

it.each([
  ['with a zone', 'From 1@xxx Mon Jan 01 09:59:59 +0000 2024', '2024-01-01T09:59:59Z'],
  ['in a zone that is not named', 'From a@b Mon Jan  1 05:00:09 2024', '2024-01-01T10:00:00Z'],
  ['of the export', 'From a@b Fri Jan 12 05:00:09 2024', '2024-01-01T10:00:07Z'],
  ['of the export, with a zone', 'From a@b Fri Jan 12 05:00:09 +0000 2024', '2024-01-01T10:00:07Z'],
  ['of the copy', 'From - Fri Jan 12 05:00:09 2024', '2024-01-01T10:00:07Z'],
  ['without a date', 'From a@b', '2024-01-01T10:00:07Z'],
])('an email of an export has its own time, beside a separator %s', (_, line, expected) => {
  const time = mailTime({
    sentAt: parseMailDate('Mon, 01 Jan 2024 05:00:00 -0500 (EST)'),
    receivedAt: receivedTimes(
      [
        'from a by b; Mon, 01 Jan 2024 10:00:07 +0000',
        'from x by y; Mon, 01 Jan 2024 09:00:00 +0000',
      ],
      undefined,
    ),
    arrivedAt: envelopeOf(line),
  });
  expect(new Date(time ?? Number.NaN)).toEqual(new Date(expected));
});
