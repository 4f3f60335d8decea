import { expect, it } from 'vitest';
import { createItemCache } from './item-cache.ts';
import type { MeetingItem } from '../calendar/map-occurrence.ts';

const item = (id: string, weight: number): MeetingItem => ({
  location: { id, folder: `/${id}`, validity: 0, uid: 1 },
  activity: {
    externalId: id,
    key: id,
    type: 'calendar',
    occurredAt: new Date(0),
    title: id,
    summary: '',
    participants: [],
    metadata: {},
  },
  weight,
  size: weight,
});

it('forgets the oldest events when they are too large together', () => {
  const cache = createItemCache();
  const add = (id: string) => cache.set(`/${id}`, [item(id, 10 * 1024 * 1024)]);
  const known = () => ['a', 'b', 'c', 'd', 'e'].filter((id) => cache.get(id) !== undefined);
  for (const id of ['a', 'b', 'c']) add(id);
  expect(known()).toEqual(['a', 'b', 'c']);
  add('d');
  expect(known()).toEqual(['b', 'c', 'd']);
  // What is replaced is no longer counted.
  add('d');
  add('d');
  expect(known()).toEqual(['b', 'c', 'd']);
  add('e');
  expect(known()).toEqual(['c', 'd', 'e']);
});
