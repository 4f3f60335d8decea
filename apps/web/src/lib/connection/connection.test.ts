import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import {
  checkConnection,
  noteNoResponse,
  noteResponse,
  resetConnection,
  onConnectionReturn,
  readConnection,
  subscribeToConnection,
} from './connection.ts';

const fetched = vi.fn<typeof fetch>();
let stop: () => void;

const answers = (status: number) =>
  fetched.mockImplementation(async () => new Response('', { status }));
const fails = () => fetched.mockRejectedValue(new TypeError('Failed to fetch'));
const setOnline = (isOnline: boolean) =>
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched.mockReset());
  stop = subscribeToConnection(() => {});
});
afterEach(() => {
  stop();
  resetConnection();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a stopped server is unavailable after some attempts, and is found again by itself', async () => {
  const returned = vi.fn<() => void>();
  const stopListening = onConnectionReturn(returned);
  fails();
  noteNoResponse();
  expect(readConnection()).toBe('reconnecting');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(readConnection()).toBe('unavailable');
  expect(returned).not.toHaveBeenCalled();
  answers(200);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(readConnection()).toBe('connected');
  expect(returned).toHaveBeenCalledTimes(1);
  fetched.mockClear();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(fetched).not.toHaveBeenCalled();
  stopListening();
});

test('without a network it is offline, and connected as soon as the browser has one', async () => {
  fails();
  setOnline(false);
  window.dispatchEvent(new Event('offline'));
  await vi.advanceTimersByTimeAsync(0);
  expect(readConnection()).toBe('offline');
  setOnline(true);
  answers(401);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(readConnection()).toBe('connected');
});

test('a browser that wrongly believes to be offline is not believed', async () => {
  answers(200);
  setOnline(false);
  window.dispatchEvent(new Event('offline'));
  await vi.advanceTimersByTimeAsync(0);
  expect(readConnection()).toBe('connected');
});

test.each([
  [
    'a proxy without a server behind it',
    new ApiError('HTTP Error', { message: '', status: 502 }),
    'unavailable',
  ],
  [
    'a gateway that timed out',
    new ApiError('HTTP Error', { message: '', status: 504 }),
    'unavailable',
  ],
  [
    'a server without its database',
    new ApiError('Server Error', { message: '', status: 503, code: 'UNAVAILABLE' }),
    'reconnecting',
  ],
  [
    'a provider that the server cannot reach',
    new ApiError('Server Error', { message: '', status: 502, code: 'NETWORK_ERROR' }),
    'connected',
  ],
  [
    'a failure of the server',
    new ApiError('Server Error', { message: '', status: 500 }),
    'connected',
  ],
  ['a refusal', new ApiError('Server Error', { message: '', status: 403 }), 'connected'],
])('%s', (_, error, state) => {
  answers(200);
  noteResponse(error);
  expect(readConnection()).toBe(state);
});

test('a response that was on its way when the network went does not hide that for long', async () => {
  answers(200);
  setOnline(false);
  window.dispatchEvent(new Event('offline'));
  await vi.advanceTimersByTimeAsync(0);
  fails();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(readConnection()).toBe('offline');
});

test('nor does one that arrives after the network is known to be gone', async () => {
  fails();
  setOnline(false);
  window.dispatchEvent(new Event('offline'));
  await vi.advanceTimersByTimeAsync(0);
  expect(readConnection()).toBe('offline');
  noteResponse();
  expect(readConnection()).toBe('connected');
  await vi.advanceTimersByTimeAsync(6_000);
  expect(readConnection()).toBe('offline');
});

test('any response ends an outage', async () => {
  fails();
  noteNoResponse();
  await vi.advanceTimersByTimeAsync(0);
  noteResponse();
  expect(readConnection()).toBe('connected');
});

test('an outage so short that a second request gets through ends as well', async () => {
  const returned = vi.fn<() => void>();
  const stopListening = onConnectionReturn(returned);
  answers(200);
  noteNoResponse();
  await vi.advanceTimersByTimeAsync(0);
  expect(readConnection()).toBe('connected');
  expect(returned).toHaveBeenCalledTimes(1);
  stopListening();
});

test('a request that was too much for the server is not sent again', async () => {
  const returned = vi.fn<() => void>();
  const stopListening = onConnectionReturn(returned);
  answers(200);
  noteResponse(new ApiError('Server Error', { message: '', status: 503, code: 'UNAVAILABLE' }));
  await vi.advanceTimersByTimeAsync(0);
  expect(readConnection()).toBe('connected');
  expect(returned).not.toHaveBeenCalled();
  stopListening();
});

test('short outages with longer ones between them end each time', async () => {
  const returned = vi.fn<() => void>();
  const stopListening = onConnectionReturn(returned);
  for (const _ of [1, 2, 3, 4]) {
    answers(200);
    noteNoResponse();
    await vi.advanceTimersByTimeAsync(0);
    fails();
    noteNoResponse();
    await vi.advanceTimersByTimeAsync(0);
    answers(200);
    await checkConnection();
  }
  expect(returned).toHaveBeenCalledTimes(8);
  stopListening();
});

test('a request that always fails alone is no outage that ends again and again', async () => {
  const returned = vi.fn<() => void>(() => void setTimeout(noteNoResponse, 100));
  const stopListening = onConnectionReturn(returned);
  answers(200);
  noteNoResponse();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(readConnection()).toBe('connected');
  expect(returned).toHaveBeenCalledTimes(3);
  stopListening();
});

test('an outage that returns with each request is asked about more and more rarely', async () => {
  const unavailable = new ApiError('HTTP Error', { message: '', status: 503 });
  const stopListening = onConnectionReturn(() => noteResponse(unavailable));
  answers(200);
  noteResponse(unavailable);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(fetched.mock.calls.length).toBeLessThan(16);
  stopListening();
});

test('nobody asks while nobody watches', async () => {
  stop();
  fails();
  noteNoResponse();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('several failures at once are one question', async () => {
  answers(200);
  await Promise.all([checkConnection(), checkConnection(), checkConnection()]);
  expect(fetched).toHaveBeenCalledTimes(1);
});
