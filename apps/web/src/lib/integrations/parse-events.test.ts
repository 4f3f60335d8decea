import { expect, test } from 'vitest';
import { createEventParser } from './parse-events.ts';

const stream = [
  'retry: 2000\n\n',
  ':\n\n',
  'id: one\nevent: integrations\ndata: {"a":\ndata: 1}\n\n',
  'data:bare\r\n\r\n',
  'id: two\rdata: after\r\r\n',
].join('');

const events = [
  { name: 'integrations', data: '{"a":\n1}', id: 'one' },
  { name: 'message', data: 'bare', id: 'one' },
  { name: 'message', data: 'after', id: 'two' },
];

test.each([1, 2, 3, 7, stream.length])('reads events that come %i characters at a time', (size) => {
  const take = createEventParser();
  const pieces = stream.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
  expect(pieces.flatMap((piece) => take(piece))).toEqual(events);
});

test('tells nothing of an event that is not whole', () => {
  const take = createEventParser();
  expect(take('data: half')).toEqual([]);
  expect(take('\n')).toEqual([]);
  expect(take('\n')).toEqual([{ name: 'message', data: 'half', id: '' }]);
});
