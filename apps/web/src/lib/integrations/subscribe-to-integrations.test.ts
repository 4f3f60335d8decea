import type { Integration } from '@repo/contract/integrations';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleIntegration, sampleUser } from '#test/samples.ts';
import { currentUserQuery } from '../session/current-user-query.ts';
import { subscribeToIntegrations } from './subscribe-to-integrations.ts';
import { integrationsQuery } from './integrations-query.ts';

const gmail = sampleIntegration();

let client: QueryClient;
let leaving: AbortController;
/** The number of requests for the stream and for the list. */
let asked: { stream: number; list: number };

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  leaving = new AbortController();
  asked = { stream: 0, list: 0 };
});

afterEach(() => {
  leaving.abort();
  client.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);

/** Subscribes, with the list on the screen, to a server with this response for the stream. */
async function follow(answerStream: () => Response) {
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.endsWith('/events')) {
      asked.stream += 1;
      return answerStream();
    }
    asked.list += 1;
    return Response.json({ success: true, data: { integrations: [gmail] } });
  });
  const observer = new QueryObserver(client, { ...integrationsQuery, staleTime: Infinity });
  leaving.signal.addEventListener(
    'abort',
    observer.subscribe(() => {}),
  );
  const onIntegrationsChange = vi.fn<(integrations: Integration[]) => void>();
  const followed = { lastEventId: '', onIntegrationsChange, onAccountsChange: () => {} };
  void subscribeToIntegrations(client, 'token', followed, leaving.signal);
  await vi.advanceTimersByTimeAsync(0);
  return onIntegrationsChange;
}

const failing = (status: number) => () =>
  Response.json({ success: false, error: { message: 'No', status } }, { status });

const unreachable = () => {
  throw new TypeError('fetch failed');
};

test('polls idle integrations twice a minute without a stream, and reports changes', async () => {
  const onIntegrationsChange = await follow(failing(404));
  expect(asked.list).toBe(1);
  await minutes(0.4);
  expect(asked.list).toBe(1);
  await minutes(0.2);
  expect(asked.list).toBe(2);
  expect(onIntegrationsChange.mock.calls).toEqual([[[gmail]]]);
  await minutes(2);
  expect(asked.list).toBeGreaterThanOrEqual(5);
  expect(asked.list).toBeLessThanOrEqual(6);
});

test('when a proxy responds instead of a stream, a sync is polled', async () => {
  const running = { ...gmail, progress: { phase: 'updating' as const, processed: 1, total: 2 } };
  const hello = () => new Response('<h1>Hello</h1>', { headers: { 'content-type': 'text/html' } });
  await follow(hello);
  client.setQueryData(integrationsQuery.queryKey, (known) =>
    known === undefined ? known : { ...known, integrations: [running] },
  );
  const before = asked.list;
  await minutes(0.1);
  expect(asked.list).toBeGreaterThan(before);
});

test('requests the stream again after five minutes without one', async () => {
  await follow(failing(404));
  await minutes(4.9);
  expect(asked.stream).toBe(1);
  await minutes(0.2);
  expect(asked.stream).toBe(2);
});

test('opens a broken stream ever less often, and at once when the network comes back', async () => {
  await follow(unreachable);
  await minutes(1);
  const inTheFirst = asked.stream;
  expect(inTheFirst).toBeGreaterThan(4);
  await minutes(1);
  expect(asked.stream - inTheFirst).toBeLessThanOrEqual(3);
  const before = asked.stream;
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.stream).toBe(before + 1);
});

test('has it checked whether the session is over where the stream is refused', async () => {
  client.setQueryData(currentUserQuery.queryKey, sampleUser());
  await follow(failing(401));
  expect(client.getQueryState(currentUserQuery.queryKey)?.isInvalidated).toBe(true);
});

test('shows an event that arrives before the first response, which is older', async () => {
  const synced = { ...gmail, storedActivities: 7 };
  const list = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.endsWith('/events')) return streamOf([gmail], [synced]);
    await list.promise;
    return Response.json({ success: true, data: { integrations: [gmail] } });
  });
  const observer = new QueryObserver(client, { ...integrationsQuery, staleTime: Infinity });
  leaving.signal.addEventListener(
    'abort',
    observer.subscribe(() => {}),
  );
  const followed = { lastEventId: '', onIntegrationsChange() {}, onAccountsChange() {} };
  void subscribeToIntegrations(client, 'token', followed, leaving.signal);
  await vi.advanceTimersByTimeAsync(0);
  list.resolve();
  await vi.waitFor(() =>
    expect(client.getQueryData(integrationsQuery.queryKey)?.integrations).toEqual([synced]),
  );
  // And it stays: the response is older.
  await vi.advanceTimersByTimeAsync(1_000);
  expect(client.getQueryData(integrationsQuery.queryKey)?.integrations).toEqual([synced]);
});

/** A stream that stays open after these events. */
function streamOf(...events: Integration[][]): Response {
  const text = events.map(
    (integrations, index) =>
      `id: ${index}\nevent: integrations\ndata: ${JSON.stringify({ integrations })}\n\n`,
  );
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text.join(''))),
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}
