import { expect, it } from 'vitest';
import { runAtOnce } from '../calendar/ics/steps.ts';
import { ianaZone } from '../calendar/ics/zoned-time.ts';
import { mapEvent } from '../calendar/map-occurrence.ts';
import { MAX_PAGE_CHARACTERS } from './caldav-limits.ts';
import { inOrder, pageOf, type WindowItems } from './list-window.ts';

const since = new Date('2026-01-01');
const window = { since, domains: ['acme.com'] };

/** The meetings of a daily series. */
function seriesOf(count: number, lines: readonly string[]): WindowItems {
  const data = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:uid-1',
    'DTSTART:20260101T100000Z',
    `RRULE:FREQ=DAILY;COUNT=${count}`,
    'ORGANIZER:mailto:ann@example.org',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');
  const reader = { addresses: new Set<string>(), zone: ianaZone('UTC') };
  const span = { from: since.getTime(), to: Date.parse('2036-01-01') };
  const items = runAtOnce(mapEvent({ href: 'h', data }, reader, span));
  return { items: items.sort(inOrder), unreadable: [], skipped: [] };
}

it('decides about the people of a series once, whatever the number of its occurrences', () => {
  const found = seriesOf(300, ['ATTENDEE:mailto:bob@other.example']);
  let compared = 0;
  for (const person of found.items[0]?.activity.participants ?? []) {
    const { email } = person;
    Object.defineProperty(person, 'email', { get: () => (compared += 1) && email });
  }
  expect(pageOf(found, window, undefined).ids).toEqual([]);
  expect(compared).toBe(2);
});

it('ends a page at occurrences that are large together, and has each of them once', () => {
  const text = 'x'.repeat(MAX_PAGE_CHARACTERS / 64);
  const found = seriesOf(100, ['ATTENDEE:mailto:bob@acme.com', `DESCRIPTION:${text}`]);
  const pages: string[][] = [];
  for (let token: string | undefined; pages.length === 0 || token !== undefined;) {
    const page = pageOf(found, window, token);
    pages.push(page.ids);
    token = page.nextPageToken;
  }
  expect(pages.map((ids) => ids.length)).toEqual([64, 36]);
  expect(pages.flat()).toEqual(found.items.map(({ location }) => location.id));
});
