import { expect, test } from 'vitest';
import {
  firstRequest,
  joinParts,
  newerRequest,
  olderRequest,
  type PartRequest,
  type TimelinePart,
} from './timeline-parts.ts';
import { readFeedItem, type FeedItem } from './feed-item.ts';

const item = { id: 'x' } as FeedItem;
const part = (parts: Partial<TimelinePart> = {}): TimelinePart => ({
  items: [item],
  reachedFloor: false,
  page: undefined,
  summary: undefined,
  ...parts,
});
const older = (...steps: [PartRequest, TimelinePart][]) =>
  olderRequest(
    '3W',
    steps.map(([, one]) => one),
    steps.map(([request]) => request),
  );

test('a feed begins with its window, or with the day that leads it', () => {
  expect(firstRequest('3W', '2026-11-20', undefined)).toEqual({ end: '2026-11-20' });
  expect(firstRequest('3W', '2026-11-20', '2026-11-05')).toEqual({
    end: '2026-11-20',
    before: '2026-11-06T05:00:00.000Z',
  });
  for (const outside of ['2026-10-30', '2026-11-21']) {
    expect(firstRequest('3W', '2026-11-20', outside)).toEqual({ end: outside });
  }
});

test('goes down part by part, then to the next day on which something happened', () => {
  const page = { earlier: '2026-09-01', later: null };
  expect(older([{ end: '2026-11-20' }, part({ page: { ...page, before: 'p' } })])).toEqual({
    end: '2026-11-20',
    before: 'p',
  });
  expect(older([{ end: '2026-11-20' }, part({ page })])).toEqual({ end: '2026-09-01' });
  expect(
    older([{ end: '2026-11-20' }, part({ page: { ...page, earlier: null } })]),
  ).toBeUndefined();
});

test('without a page goes window by window until twelve weeks were empty', () => {
  const empty = part({ items: [] });
  const full: [PartRequest, TimelinePart] = [{ end: '2026-11-20' }, part()];
  const ends = ['2026-10-30', '2026-10-09', '2026-09-18', '2026-08-28'];
  expect(older(full)).toEqual({ end: ends[0] });
  const emptyParts = ends.map((end): [PartRequest, TimelinePart] => [{ end }, empty]);
  expect(older(full, ...emptyParts.slice(0, 3))).toEqual({ end: ends[3] });
  expect(older(full, ...emptyParts)).toBeUndefined();
});

test('goes up to today, and only with what is newer', () => {
  const today = '2026-11-20';
  expect(newerRequest('3W', part(), { end: '2026-10-20' }, today)).toEqual({
    end: '2026-11-10',
    newerThan: '2026-10-20',
  });
  expect(newerRequest('3W', part(), { end: '2026-11-10' }, today)).toEqual({
    end: today,
    newerThan: '2026-11-10',
  });
  expect(newerRequest('3W', part(), { end: today }, today)).toBeUndefined();
  const page = { earlier: null, later: '2026-11-15' };
  expect(newerRequest('3W', part({ page }), { end: '2026-10-20' }, today)).toEqual({
    end: today,
    after: '2026-10-21T04:00:00.000Z',
    newerThan: '2026-10-20',
  });
  expect(
    newerRequest(
      '3W',
      part({ page: { ...page, after: 'p' } }),
      { end: today, newerThan: 'd' },
      today,
    ),
  ).toEqual({ end: today, after: 'p', newerThan: 'd' });
  expect(
    newerRequest('3W', part({ page: { ...page, later: null } }), { end: '2026-10-20' }, today),
  ).toBeUndefined();
});

test('below what was loaded above a day comes what is up to that day', () => {
  const request = { end: '2026-11-20', after: 'a', newerThan: '2026-11-10' };
  const page = { before: 'p', earlier: null, later: null };
  expect(older([request, part({ page })])).toEqual({
    end: '2026-11-20',
    before: 'p',
    newerThan: '2026-11-10',
  });
  expect(older([request, part({ page, reachedFloor: true })])).toEqual({ end: '2026-11-10' });
  expect(older([request, part()])).toEqual({ end: '2026-11-10' });
});

test('parts that overlap give each entry once, where it first stands', () => {
  const parts = [['a', 'b'], ['b', 'c'], ['a']].map((ids) =>
    part({ items: ids.map((id) => ({ id }) as FeedItem) }),
  );
  expect(joinParts(parts).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

test('an entry that cannot be placed is left out, one with little in it is not', () => {
  expect(readFeedItem({ id: 'a' })).toBeUndefined();
  expect(readFeedItem({ id: 'a', occurredAt: 'soon' })).toBeUndefined();
  expect(readFeedItem(null)).toBeUndefined();
  expect(readFeedItem({ id: 'a', occurredAt: '2026-11-20T04:00:00Z' })).toMatchObject({
    type: 'other',
    day: '2026-11-19',
    participants: [],
    messages: [],
  });
});
