import type { ImapFlow } from 'imapflow';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import { connectClient, type ImapNetwork } from './connect-client.ts';
import type { ImapAccount } from './imap-account.ts';
import { toProviderError } from './imap-failure.ts';
import { SIGN_IN_TIMEOUT_MS, PAGE_TIMEOUT_MS } from './imap-limits.ts';

/** One connection to a mailbox, which is opened when needed, and again after it was lost. */
export interface ImapConnection {
  /**
   * Runs a task. Tasks run one after the other since a connection has one open folder.
   *
   * @throws ProviderError when the server fails, times out, or the connection is lost: a client
   *   without a connection returns empty results without an error, so no result is used then.
   */
  run: <Result>(work: (client: ImapFlow) => Promise<Result>) => Promise<Result>;
  close: () => void;
}

/** @param timeoutMs timeout of one task, including connecting. */
export function openConnection(
  network: ImapNetwork,
  account: ImapAccount,
  signal: AbortSignal,
  timeoutMs = PAGE_TIMEOUT_MS,
): ImapConnection {
  let client: ImapFlow | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const usable = async (): Promise<ImapFlow> => {
    if (client?.usable !== true) {
      client = await connectClient(
        network,
        account,
        signal,
        Math.min(timeoutMs, SIGN_IN_TIMEOUT_MS),
      );
    }
    return client;
  };

  const attempt = async <Result>(work: (client: ImapFlow) => Promise<Result>): Promise<Result> => {
    signal.throwIfAborted();
    const { promise: expired, reject } = Promise.withResolvers<never>();
    expired.catch(() => {});
    // A server that sends something from time to time never triggers the timeout of the socket.
    const timer = setTimeout(() => {
      reject(Object.assign(new Error('The page took too long.'), { code: 'ETIMEOUT' }));
      client?.close();
    }, timeoutMs);
    try {
      const result = await Promise.race([usable().then(work), expired]);
      if (client?.usable !== true) {
        throw Object.assign(new Error('The connection was lost.'), { code: 'NoConnection' });
      }
      return result;
    } catch (error) {
      signal.throwIfAborted();
      throw unlessPermanent(toProviderError(error, account.server));
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    run: (work) => {
      const result = last.then(async () => {
        const before = client;
        try {
          return await attempt(work);
        } catch (error) {
          // An idle connection may have been closed since: that is not a failure of the server.
          const wasLost = before !== undefined && before === client && !before.usable;
          if (!wasLost || isExpired(error)) throw error;
          return attempt(work);
        }
      });
      last = result.catch(() => {});
      return result;
    },
    close: () => client?.close(),
  };
}

const isExpired = (error: unknown): boolean =>
  error instanceof ProviderError && (error.cause as { code?: unknown })?.code === 'ETIMEOUT';

/**
 * Wrong settings concern the whole mailbox, not the email that was being read: the sync stops and
 * is retried, since a certificate may be renewed.
 */
const unlessPermanent = (error: ProviderError): ProviderError =>
  error.kind === 'permanent'
    ? new ProviderError('temporary', error.message, { cause: error.cause })
    : error;
