import { expect, test } from 'vitest';
import { readInstant } from './read-instant.ts';

test.each([
  null,
  undefined,
  0,
  7,
  {},
  '',
  'soon',
  '+275760-09-12T00:00:00.000Z',
  '-000001-01-01T00:00:00.000Z',
])('%j is no instant', (value) => {
  expect(readInstant(value)).toBeUndefined();
});

test('reads an instant', () => {
  expect(readInstant('2026-01-02T03:04:05.000Z')).toEqual(new Date('2026-01-02T03:04:05.000Z'));
});
