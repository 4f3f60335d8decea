import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { mockEndpoint, brokenConnection, neverResponds } from '#test/api.ts';
import { sampleId, sampleUser } from '#test/samples.ts';
import { startSession } from '../session/session-store.ts';
import { apiRequest } from './api-request.ts';
import { preloadResponse, clearPreloadedResponses } from './preloaded-responses.ts';

let token: string;
let asked: number;
beforeEach(() => {
  token = `token-${sampleId()}`;
  asked = 0;
  startSession(token, sampleUser());
  mockEndpoint('GET /api/workspaces', () => {
    asked += 1;
    return { items: [] };
  });
});
afterEach(clearPreloadedResponses);

const request = () => apiRequest('GET /api/workspaces');

test('a preloaded response is used once instead of a request', async () => {
  await preloadResponse('GET /api/workspaces', {}, token);
  expect(await request()).toMatchObject({ success: true, data: { items: [] } });
  expect(asked).toBe(1);
  await request();
  expect(asked).toBe(2);
});

test('a response for another session is not used', async () => {
  await preloadResponse('GET /api/workspaces', {}, 'another');
  await request();
  expect(asked).toBe(2);
});

test('responses that are not used are dropped once the page is rendered', async () => {
  await preloadResponse('GET /api/workspaces', {}, token);
  clearPreloadedResponses();
  await request();
  expect(asked).toBe(2);
});

test('a failure is passed to the request for the same endpoint', async () => {
  mockEndpoint('GET /api/workspaces', brokenConnection);
  const early = preloadResponse('GET /api/workspaces', {}, token);
  await early.catch(() => undefined);
  expect(await request()).toMatchObject({ success: false, error: { name: 'Network Error' } });
});

test('the 10 seconds of a preloaded request count from its own start', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  mockEndpoint('GET /api/workspaces', neverResponds);
  const fetched = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => fetched.mockRestore());
  void preloadResponse('GET /api/workspaces', {}, token);
  await vi.advanceTimersByTimeAsync(4_000);
  const settled = vi.fn<() => void>();
  const asking = request().finally(settled);
  await vi.advanceTimersByTimeAsync(5_990);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10);
  expect(await asking).toMatchObject({ error: { message: 'No response within 10 seconds' } });
  // Besides the question whether the server answers at all.
  const repeated = fetched.mock.calls.filter(([input]) =>
    String(input).endsWith('/api/workspaces'),
  );
  expect(repeated).toHaveLength(1);
  expect(fetched.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
});

test('waiting for a response can be aborted, and so is its request', async () => {
  mockEndpoint('GET /api/workspaces', neverResponds);
  const fetched = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => fetched.mockRestore());
  void preloadResponse('GET /api/workspaces', {}, token);
  const giving = new AbortController();
  const asking = apiRequest('GET /api/workspaces', { signal: giving.signal });
  giving.abort(new Error('Given up'));
  expect(await asking).toMatchObject({ success: false, error: { message: 'Given up' } });
  expect(fetched.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
});
