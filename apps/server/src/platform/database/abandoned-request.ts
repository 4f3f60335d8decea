import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { destroyConnection } from './connection/response-watch.ts';

/**
 * The time that a statement has when no one waits for it any more; milliseconds. Most end in
 * this time, which is cheaper than a new connection.
 */
const GRACE_MS = 1_000;

/** The interval at which PostgreSQL checks whether the client of a connection is still there; milliseconds. */
const CHECK_INTERVAL_MS = 1_000;

const requests = new AsyncLocalStorage<AbortSignal>();

/** Runs the statements of a request that reads, and cancels them when its client disconnects. */
export const readForRequest = <Result>(
  clientGone: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> => requests.run(clientGone, work);

/**
 * Ends the statement of a request without a client by closing its connection. A cancel request could arrive
 * when the connection already serves another request.
 */
export function endWhenAbandoned(client: pg.Client, response: Promise<unknown>): void {
  const clientGone = requests.getStore();
  if (clientGone === undefined) return;
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    const close = () => destroyConnection(client, abandoned());
    timer = setTimeout(close, GRACE_MS).unref();
  };
  const stop = () => {
    clearTimeout(timer);
    clientGone.removeEventListener('abort', start);
  };
  if (clientGone.aborted) start();
  else clientGone.addEventListener('abort', start, { once: true });
  response.then(stop, stop);
}

/** Makes PostgreSQL cancel the statement of a closed connection instead of finishing it. */
export async function watchForClosing(client: pg.ClientBase): Promise<void> {
  // Fails on a platform without support for this; a statement then ends by its timeout.
  await client.query(`set client_connection_check_interval = ${CHECK_INTERVAL_MS}`).catch(() => {});
}

const abandoned = (): Error =>
  Object.assign(new Error('The client of the request has gone'), { code: 'ECONNRESET' });
