import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { destroyConnection } from './response-watch.ts';

/**
 * How long a statement may go on when no one waits for it any more; milliseconds. Most end by
 * themselves in this time, which is cheaper than a new connection.
 */
const GRACE_MS = 1_000;

/** How often PostgreSQL looks whether the other side of a connection is there; milliseconds. */
const CHECK_INTERVAL_MS = 1_000;

const requests = new AsyncLocalStorage<AbortSignal>();

/** Runs what a request reads; its statements end when the signal says that the client has gone. */
export const readForRequest = <Result>(
  clientGone: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> => requests.run(clientGone, work);

/**
 * Ends a statement of a request whose client has gone, by closing its connection. A request to cancel
 * could arrive when the connection serves another request already.
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

/** Has PostgreSQL end the statement of a connection that was closed, instead of finishing it. */
export async function watchForClosing(client: pg.ClientBase): Promise<void> {
  // Fails on a system that cannot tell; then a statement ends by its time limit.
  await client.query(`set client_connection_check_interval = ${CHECK_INTERVAL_MS}`).catch(() => {});
}

const abandoned = (): Error =>
  Object.assign(new Error('The client of the request has gone'), { code: 'ECONNRESET' });
