import { expect, test } from 'vitest';
import {
  firstRequest,
  joinParts,
  newerRequest,
  olderRequest,
  type PartRequest,
  type TimelinePart,
} from './timeline-parts.ts';
import { feedRows } from '../feed/feed-rows.ts';
import { readFeedItem, type FeedItem } from '../feed/feed-item.ts';

let lastId = 0;
/** An entry of a day, with an id of its own. */
const itemOn = (day: string): FeedItem => ({ id: `item ${(lastId += 1)}`, day }) as FeedItem;
const part = (parts: Partial<TimelinePart> = {}): TimelinePart => ({
  items: [itemOn('2026-11-20')],
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
const newer = ([request, one]: [PartRequest, TimelinePart], today: string) =>
  newerRequest('3W', [one], [request], today);

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

test.each([
  ['that it sends again for every window', itemOn('2026-11-20')],
  ['that lie outside of every window', itemOn('1999-01-01')],
])('1,000 entries %s end the feed after five calls', (_, first) => {
  const items = [first, ...Array.from({ length: 999 }, () => itemOn(first.day))];
  const steps: [PartRequest, TimelinePart][] = [];
  let next: PartRequest | undefined = { end: '2026-11-20' };
  while (next !== undefined && steps.length < 50) {
    steps.push([next, part({ items: [...items] })]);
    next = older(...steps);
  }
  expect(steps.length).toBeLessThanOrEqual(5);
});

test('an entry that only later windows contain continues the feed', () => {
  const known = itemOn('2026-11-20');
  const steps: [PartRequest, TimelinePart][] = [
    [{ end: '2026-11-20' }, part({ items: [known] })],
    [{ end: '2026-10-30' }, part({ items: [known] })],
    [{ end: '2026-10-09' }, part({ items: [known] })],
    [{ end: '2026-09-18' }, part({ items: [known] })],
    [{ end: '2026-08-28' }, part({ items: [known, itemOn('2026-08-20')] })],
  ];
  expect(older(...steps)).toEqual({ end: '2026-08-07' });
});

test('goes up to today, and only with what is newer', () => {
  const today = '2026-11-20';
  expect(newer([{ end: '2026-10-20' }, part()], today)).toEqual({
    end: '2026-11-10',
    newerThan: '2026-10-20',
  });
  expect(newer([{ end: '2026-11-10' }, part()], today)).toEqual({
    end: today,
    newerThan: '2026-11-10',
  });
  expect(newer([{ end: today }, part()], today)).toBeUndefined();
  const page = { earlier: null, later: '2026-11-15' };
  expect(newer([{ end: '2026-10-20' }, part({ page })], today)).toEqual({
    end: today,
    after: '2026-10-21T04:00:00.000Z',
    newerThan: '2026-10-20',
  });
  expect(
    newer([{ end: today, newerThan: 'd' }, part({ page: { ...page, after: 'p' } })], today),
  ).toEqual({ end: today, after: 'p', newerThan: 'd' });
  expect(
    newer([{ end: '2026-10-20' }, part({ page: { ...page, later: null } })], today),
  ).toBeUndefined();
});

test('without a page goes up no further than twelve empty weeks', () => {
  const steps: [PartRequest, TimelinePart][] = [[{ end: '2016-03-01' }, part({ items: [] })]];
  const requestPage = () =>
    newerRequest(
      '3W',
      steps.map(([, one]) => one),
      steps.map(([request]) => request),
      '2026-11-20',
    );
  for (let next = requestPage(); next !== undefined && steps.length < 50; next = requestPage()) {
    steps.unshift([next, part({ items: [] })]);
  }
  expect(steps).toHaveLength(4);
  expect(steps[0]?.[0]).toEqual({ end: '2016-05-03', newerThan: '2016-04-12' });
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

const entry = (id: string, occurredAt: string) => readFeedItem({ id, occurredAt }) as FeedItem;

test('overlapping parts return each entry once, at its first position', () => {
  const parts = [['a', 'b'], ['b', 'c'], ['a']].map((ids) =>
    part({ items: ids.map((id) => entry(id, '2026-11-20T12:00:00Z')) }),
  );
  expect(joinParts(parts).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

test('entries are ordered by time whatever the order of the server, each day once', () => {
  const parts = [
    ['2026-11-19T12:00:00Z', '2026-11-20T12:00:00Z', '2026-11-19T15:00:00Z'],
    ['2026-11-20T09:00:00Z', '2026-11-18T12:00:00Z'],
  ].map((times) => part({ items: times.map((time) => entry(time, time)) }));
  const items = joinParts(parts);
  expect(items.map(({ id }) => id.slice(8, 13))).toEqual([
    '20T12',
    '20T09',
    '19T15',
    '19T12',
    '18T12',
  ]);
  const days = feedRows(items).flatMap((row) => (row.kind === 'day' ? [row.day] : []));
  expect(days).toEqual(['2026-11-20', '2026-11-19', '2026-11-18']);
});

test('an entry without a position is skipped, one with few fields is not', () => {
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
