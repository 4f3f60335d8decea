import type { Integration } from '@repo/contract/integrations';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleIntegration } from '#test/samples.ts';
import { SHOWS_ACTIVITIES } from '#lib/activities/refresh-activities.ts';
import { createActivityRefresher } from './create-activity-refresher.ts';

const gmail = sampleIntegration({ storedActivities: 1 });

let client: QueryClient;
let reads: Record<string, number>;
let leave: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  reads = {};
  leave = [];
});

afterEach(() => {
  for (const stop of leave) stop();
  vi.useRealTimers();
});

type Looked = { meta?: Record<string, unknown>; parts?: number };

/** Observes a query of so many pages. */
async function look(key: string, { meta = SHOWS_ACTIVITIES, parts = 1 }: Looked = {}) {
  const observer = new QueryObserver(client, {
    queryKey: [key, 'of something'],
    meta,
    queryFn: () => {
      reads[key] = (reads[key] ?? 0) + 1;
      return { pages: Array.from({ length: parts }) };
    },
    staleTime: Infinity,
  });
  leave.push(observer.subscribe(() => {}));
  await vi.advanceTimersByTimeAsync(0);
}

test('renews what shows activities, once for a burst, and nothing else', async () => {
  for (const key of ['accounts', 'timeline', 'activity']) await look(key);
  await look('members', { meta: {} });
  const { note } = createActivityRefresher(client);
  note([gmail]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads).toEqual({ accounts: 1, timeline: 1, activity: 1, members: 1 });
  note([{ ...gmail, storedActivities: 2 }]);
  await vi.advanceTimersByTimeAsync(10);
  expect(reads).toEqual({ accounts: 2, timeline: 2, activity: 2, members: 1 });
  for (let stored = 3; stored < 50; stored += 1) note([{ ...gmail, storedActivities: stored }]);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(reads['accounts']).toBe(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads['accounts']).toBe(3);
});

test('a report of changed accounts renews the open account, favourites and tags', async () => {
  for (const key of ['account', 'own-accounts', 'tags', 'members']) await look(key, { meta: {} });
  createActivityRefresher(client).scheduleRefresh();
  await vi.advanceTimersByTimeAsync(10);
  expect(reads).toEqual({ account: 2, 'own-accounts': 2, tags: 2, members: 1 });
});

test('a sync that found nothing new renews nothing; one that changed something does', async () => {
  await look('timeline');
  const { note } = createActivityRefresher(client);
  note([gmail]);
  const ended = (stored: number, endedAt: string): Integration => ({
    ...gmail,
    lastSync: { endedAt, outcome: 'done', stored, removed: 0, failed: 0 },
  });
  note([ended(0, '2026-11-21T10:00:00.000Z')]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reads['timeline']).toBe(1);
  note([ended(1, '2026-11-21T10:10:00.000Z')]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reads['timeline']).toBe(2);
});

test('leaves a feed alone that was read far down', async () => {
  await look('timeline', { parts: 4 });
  const { note } = createActivityRefresher(client);
  note([gmail]);
  note([{ ...gmail, storedActivities: 2 }]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reads['timeline']).toBe(1);
});
