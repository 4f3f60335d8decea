import { expect, test } from 'vitest';
import { readEvent } from './event.ts';
import { mapEvent } from './map-event.ts';

const person = (address: string) => ({ emailAddress: { name: '', address } });

test.each([
  ['normal', false],
  [undefined, false],
  ['private', true],
  ['a value of later', true],
  [2, true],
  [{ value: 'private' }, true],
])('whether a meeting with the sensitivity %j is private: %s', (sensitivity, isPrivate) => {
  const event = readEvent({
    id: 'one',
    sensitivity,
    start: { dateTime: '2026-03-02T10:00:00.0000000' },
    organizer: person('ann@home.example'),
    attendees: [person('lee@acme.com')],
  });
  expect(event && mapEvent(event, undefined)?.isPrivate).toBe(isPrivate);
});
