import type { Integration } from '@repo/contract/integrations';
import type { QueryClient } from '@tanstack/react-query';
import { checkConnection, onConnectionReturn } from '../connection/connection.ts';
import { isFullServer } from '../server-level.ts';
import { refetchFailed } from '../query-client.ts';
import { checkSession } from '../session/check-session.ts';
import { integrationsQuery } from './integrations-query.ts';
import { EventStreamUnavailableError, readEventStream } from './read-event-stream.ts';

/** The delay before reconnecting a broken stream, doubled with each failure up to the maximum. */
const INITIAL_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;
/** The delay before trying again where the server has no stream. */
const NO_STREAM_WAIT_MS = 5 * 60_000;
/** Without the stream: the polling interval during a sync, and while idle. */
const POLL_MS = 2_000;
const POLL_AT_REST_MS = 30_000;

export type IntegrationSubscription = {
  /** The id of the last event, sent when reconnecting. */
  lastEventId: string;
  /** Called with the integrations each time they change. */
  onIntegrationsChange: (integrations: Integration[]) => void;
  /** Called when something changed in the accounts of the user's workspaces. */
  onAccountsChange: () => void;
};

/**
 * Keeps the cached integrations fresh until the signal aborts: by the server's event stream,
 * reconnecting when it breaks, and by polling in between while they are displayed.
 */
export async function subscribeToIntegrations(
  client: QueryClient,
  token: string,
  followed: IntegrationSubscription,
  signal: AbortSignal,
): Promise<void> {
  let latest: Integration[] | undefined;
  for (let failures = 0; !signal.aborted;) {
    if (!isFullServer()) {
      await poll(client, NO_STREAM_WAIT_MS, followed, signal);
      continue;
    }
    let failure: unknown;
    try {
      await readEventStream({
        token,
        lastEventId: followed.lastEventId,
        signal,
        onOpen: () => {
          // Requests may have failed while the stream was down, and it does not repeat events.
          if (failures > 0) {
            void client.invalidateQueries({ queryKey: integrationsQuery.queryKey });
            refetchFailed(client);
          }
          failures = 0;
        },
        onIntegrations: (integrations, eventId) => {
          followed.lastEventId = eventId;
          latest = integrations;
          void showIntegrations(client, integrations, () => latest === integrations);
          followed.onIntegrationsChange(integrations);
        },
        onAccountsChange: (eventId) => {
          followed.lastEventId = eventId;
          followed.onAccountsChange();
        },
      });
    } catch (error) {
      failure = error;
    }
    if (signal.aborted) return;
    await checkSession(client, failure);
    // A server that stops ends its streams before anything else fails.
    if (!(failure instanceof EventStreamUnavailableError)) void checkConnection();
    const wait =
      failure instanceof EventStreamUnavailableError
        ? NO_STREAM_WAIT_MS
        : Math.min(INITIAL_WAIT_MS * 2 ** failures, MAX_WAIT_MS) * (0.75 + Math.random() / 2);
    // A stream that ended normally is not a failure, but is not reopened immediately either.
    if (failure !== undefined) failures += 1;
    await poll(client, wait, followed, signal);
  }
}

/**
 * Shows the integrations of an event, which is newer than any pending response. Waits for the first
 * response, since only that one lists the providers.
 *
 * @param isLatest whether no later event has arrived since.
 */
async function showIntegrations(
  client: QueryClient,
  integrations: Integration[],
  isLatest: () => boolean,
): Promise<void> {
  const { queryKey } = integrationsQuery;
  const state = client.getQueryState(queryKey);
  if (state?.data !== undefined) await client.cancelQueries({ queryKey });
  else if (state?.fetchStatus === 'fetching') await client.prefetchQuery(integrationsQuery);
  if (isLatest()) client.setQueryData(queryKey, (known) => known && { ...known, integrations });
}

/** Polls the integrations for the given duration; immediately when the network returns. */
async function poll(
  client: QueryClient,
  duration: number,
  { onIntegrationsChange }: IntegrationSubscription,
  signal: AbortSignal,
): Promise<void> {
  const online = new AbortController();
  const back = () => online.abort();
  window.addEventListener('online', back, { once: true });
  const stopListening = onConnectionReturn(back);
  const either = AbortSignal.any([signal, online.signal]);
  const end = Date.now() + duration;
  let askedAt = Date.now();
  while (Date.now() < end && !either.aborted) {
    await sleep(Math.min(POLL_MS, end - Date.now()), either);
    const known = client.getQueryData(integrationsQuery.queryKey);
    const runs = known?.integrations.some(({ progress }) => progress !== undefined) === true;
    const isDue = runs || Date.now() >= askedAt + POLL_AT_REST_MS;
    if (either.aborted || !isDue) continue;
    askedAt = Date.now();
    await client.refetchQueries({ queryKey: integrationsQuery.queryKey, type: 'active' });
    const asked = client.getQueryData(integrationsQuery.queryKey);
    if (asked !== undefined) onIntegrationsChange(asked.integrations);
  }
  window.removeEventListener('online', back);
  stopListening();
}

/** Resolves early, without an error, when the signal aborts. */
function sleep(duration: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, duration);
    signal.addEventListener('abort', done);
  });
}
