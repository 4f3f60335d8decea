import { expect, it } from 'vitest';
import { toQuery } from './list-mails.ts';
import { readRow } from './mail-row.ts';

const since = new Date('2025-03-02T00:00:00Z');
const until = new Date('2025-04-02T00:00:00Z');

it('searches by arrival and by date, in every header that may name the author', () => {
  const { or = [] } = toQuery({ since, until, domains: ['acme.com'] });
  const [arrived, sent] = or;
  expect(arrived).toMatchObject({ since: new Date('2025-03-01'), before: new Date('2025-04-04') });
  expect(sent).toMatchObject({
    sentSince: new Date('2025-03-01'),
    sentBefore: new Date('2025-04-04'),
  });
  for (const one of or) {
    expect(one.or).toContainEqual({ from: 'acme.com' });
    expect(one.or).toContainEqual({ header: { 'Reply-To': 'acme.com' } });
    expect(one.or).toContainEqual({ header: { 'X-Original-From': 'acme.com' } });
  }
});

it.each([
  ['1970', '1970-01-01T00:00:00Z', '2025-03-09T10:00:00Z'],
  ['the day of a migration', '2026-02-01T00:00:00Z', '2025-03-09T10:00:00Z'],
  ['the hour in which it was sent', '2025-03-09T10:05:00Z', '2025-03-09T10:05:00Z'],
])('has its own time where the mailbox says that it arrived on %s', (_, arrived, expected) => {
  const headers = Buffer.from('From: a@acme.com\r\nDate: Sun, 9 Mar 2025 10:00:00 +0000\r\n');
  const internalDate = new Date(arrived);
  const row = readRow(
    'x',
    { path: 'INBOX', validity: 1 },
    { seq: 1, uid: 1, headers, internalDate },
  );
  expect(row?.occurredAt).toEqual(new Date(expected));
  expect(row?.arrivedAt).toEqual(internalDate);
});
