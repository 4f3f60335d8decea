import { useSyncExternalStore } from 'react';
import { buildRequest } from '../api/build-request.ts';
import { noteMaintenance } from './maintenance.ts';
import { readSession } from '../session/session-store.ts';

/**
 * Whether the server can be reached. `reconnecting`: a request just failed, and it is not known why;
 * `offline`: the browser has no network; `unavailable`: it has, and the server does not respond, or
 * says that it cannot work.
 */
export type ConnectionState = 'connected' | 'reconnecting' | 'offline' | 'unavailable';

/** The parts of an `ApiError` that tell an outage. */
type FailedResponse = { name: string; status: number | undefined; code: string | undefined };

/** @param wasOutage false where nothing but requests that failed alone got no response. */
type ReturnListener = (wasOutage: boolean) => void;

/** The delay before the server is asked again, doubled each time up to the maximum. */
const INITIAL_WAIT_MS = 1_000;
const MAX_WAIT_MS = 15_000;
const PROBE_TIMEOUT_MS = 5_000;
/** A server that restarts is back by then, and the user need not know. */
const FAILURES_UNTIL_UNAVAILABLE = 3;
/** When to ask again after a response although the browser believes to be offline. */
const DOUBT_MS = 5_000;
/** The time after which a server that stays reachable has recovered. */
const RECOVERED_MS = 60_000;
/**
 * How many requests that failed alone count as a connection that returns, until the server has
 * recovered. More of them are the fault of the request, which would be loaded again without end.
 */
const MAX_LONE_RETURNS = 3;

let state: ConnectionState = 'connected';
/** The attempts that failed, by which the next one waits. Outages that follow each other add up. */
let failures = 0;
let connectedAt = 0;
/** Whether the server did not respond to a second request either. */
let isOutageSeen = false;
/** Whether a request got no response since the connection was there. */
let isRequestLost = false;
let loneReturns = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let probing: Promise<void> | undefined;
const observers = new Set<() => void>();
const returnListeners = new Set<ReturnListener>();

/** A request failed without a response. */
export function noteNoResponse(): void {
  isRequestLost = true;
  beginDoubt();
}

function beginDoubt(): void {
  if (state === 'connected') {
    forgetOldFailures();
    setState('reconnecting');
  }
  void checkConnection();
}

/** A response has arrived, perhaps one that says that the server cannot work. */
export function noteResponse(error?: FailedResponse): void {
  // A proxy responds in the place of a stopped server, without the envelope. With it, 502 is about a
  // provider.
  if (error?.name === 'HTTP Error' && isOutage(error.status)) fail('unavailable');
  // Either the server has no database, or this one request was too much for it: then it is not sent again.
  else if (error?.code === 'UNAVAILABLE') beginDoubt();
  else setConnected();
}

/** Asks the server whether it is there. Resolves when that is known. */
export function checkConnection(): Promise<void> {
  clearTimeout(timer);
  probing ??= probe().finally(() => (probing = undefined));
  return probing;
}

/** Calls the listener each time the connection returns. @returns how to stop that. */
export function onConnectionReturn(listener: ReturnListener): () => void {
  returnListeners.add(listener);
  return stopWhenUnwatched(() => returnListeners.delete(listener));
}

export const useConnection = (): ConnectionState =>
  useSyncExternalStore(subscribeToConnection, readConnection);

export const readConnection = (): ConnectionState => state;

export function subscribeToConnection(observer: () => void): () => void {
  if (observers.size === 0) {
    window.addEventListener('online', browserNotice);
    window.addEventListener('offline', browserNotice);
  }
  observers.add(observer);
  // A failure may have happened without a subscriber.
  if (state !== 'connected') scheduleProbe();
  else if (!navigator.onLine) void checkConnection();
  return stopWhenUnwatched(() => {
    observers.delete(observer);
    if (observers.size > 0) return;
    window.removeEventListener('online', browserNotice);
    window.removeEventListener('offline', browserNotice);
  });
}

/** Forgets what happened: for tests, which share the module. */
export function resetConnection(): void {
  clearTimeout(timer);
  failures = 0;
  isOutageSeen = false;
  isRequestLost = false;
  loneReturns = 0;
  setState('connected');
}

/** The browser's own state is only a reason to find out: a VPN confuses it. */
const browserNotice = () => void checkConnection();

async function probe(): Promise<void> {
  const { token } = readSession();
  try {
    // A call of the specification, so that every server has it. Without a session it would be refused.
    const { url, init } =
      token === undefined ? { url: '/', init: {} } : buildRequest('GET /api/auth/me', {}, token);
    const { status, headers } = await fetch(url, {
      ...init,
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    if (!isOutage(status)) noteMaintenance(headers);
    if (isOutage(status)) fail('unavailable');
    else setConnected();
  } catch {
    const isUnavailable = failures + 1 >= FAILURES_UNTIL_UNAVAILABLE;
    fail(navigator.onLine ? (isUnavailable ? 'unavailable' : 'reconnecting') : 'offline');
  }
}

function fail(next: ConnectionState): void {
  if (state === 'connected') forgetOldFailures();
  failures += 1;
  isOutageSeen = true;
  setState(next);
  scheduleProbe();
}

function forgetOldFailures(): void {
  if (Date.now() - connectedAt <= RECOVERED_MS) return;
  failures = 0;
  loneReturns = 0;
}

function scheduleProbe(): void {
  clearTimeout(timer);
  if (observers.size + returnListeners.size === 0) return;
  const wait = Math.min(INITIAL_WAIT_MS * 2 ** Math.max(0, failures - 1), MAX_WAIT_MS);
  // Spread, so that a server that returns is not asked by everyone at once.
  timer = setTimeout(() => void checkConnection(), wait * (0.75 + Math.random() / 2));
}

function setConnected(): void {
  checkAgainIfInDoubt();
  if (state === 'connected') return;
  connectedAt = Date.now();
  setState('connected');
  const wasOutage = isOutageSeen;
  const isReturn = wasOutage || isRequestLost;
  loneReturns = wasOutage ? 0 : loneReturns + 1;
  isOutageSeen = false;
  isRequestLost = false;
  if (!isReturn || loneReturns > MAX_LONE_RETURNS) return;
  for (const listener of returnListeners) listener(wasOutage);
}

/** A response may have been on its way before the network went. */
function checkAgainIfInDoubt(): void {
  clearTimeout(timer);
  if (navigator.onLine || observers.size === 0) return;
  timer = setTimeout(() => void checkConnection(), DOUBT_MS);
}

function setState(next: ConnectionState): void {
  if (state === next) return;
  state = next;
  for (const observer of observers) observer();
}

const isOutage = (status: number | undefined) => status === 502 || status === 503 || status === 504;

function stopWhenUnwatched(stop: () => void): () => void {
  return () => {
    stop();
    if (observers.size + returnListeners.size === 0) clearTimeout(timer);
  };
}
