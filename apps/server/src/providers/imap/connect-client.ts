import { isIP } from 'node:net';
import { ImapFlow } from 'imapflow';
import type { CheckServer } from '#platform/net/server-guard.ts';
import type { ImapAccount } from './imap-account.ts';
import {
  MAX_LINE_BYTES,
  MAX_LITERAL_BYTES,
  MAX_RESPONSE_BYTES,
  MAX_SIGN_IN_BYTES,
  SIGN_IN_TIMEOUT_MS,
} from './imap-limits.ts';
import { withinBytes } from './within-bytes.ts';

/** Options of connections to mail servers. */
export interface ImapNetwork {
  checkServer: CheckServer;
  /** Certificates of additionally trusted authorities; PEM. */
  ca?: string | undefined;
  /** Timeout of a page in place of the usual one; milliseconds. */
  timeoutMs?: number | undefined;
  /** Whether nothing but heads of emails may be requested. */
  headsAlone?: boolean | undefined;
}

/** Milliseconds. */
const CONNECT_TIMEOUT_MS = 15_000;
const GREETING_TIMEOUT_MS = 10_000;
/**
 * The part of the time for signing in that a server has to greet, so that a port without a greeting is
 * told apart from a slow server.
 */
const GREETING_SHARE = 0.6;
const SOCKET_TIMEOUT_MS = 60_000;

/** The failures that clients have reported last to their logs. */
const failures = new WeakMap<ImapFlow, { last: Error | undefined }>();

/**
 * Returns a function that returns the error of a command which has failed since, if the client has
 * reported one: for some commands it only does so to its log.
 */
export function rememberFailure(client: ImapFlow): () => Error | undefined {
  const reported = failures.get(client);
  if (reported !== undefined) reported.last = undefined;
  return () => reported?.last;
}

/** Connections of which no text may be requested. */
const withHeadsAlone = new WeakSet<ImapFlow>();

export const hasHeadsAlone = (client: ImapFlow): boolean => withHeadsAlone.has(client);

const silent = { debug() {}, info() {}, error() {}, trace() {}, fatal() {} };

/**
 * Connects and signs in. The connection is always encrypted: no password is sent to a server that
 * does not offer STARTTLS although the settings require it, or from which an attacker stripped it.
 */
export async function connectClient(
  { checkServer, ca, headsAlone }: ImapNetwork,
  { user, password, server }: ImapAccount,
  signal: AbortSignal,
  timeoutMs = SIGN_IN_TIMEOUT_MS,
): Promise<ImapFlow> {
  const { name, address, port } = await checkServer(server, signal);
  signal.throwIfAborted();
  const failure: { last: Error | undefined } = { last: undefined };
  const client = new ImapFlow({
    host: address,
    port,
    ...(isIP(name) === 0 && { servername: name }),
    ...(server.security === 'tls' ? { secure: true } : { secure: false, doSTARTTLS: true }),
    tls: { minVersion: 'TLSv1.2', ...(ca !== undefined && { ca }) },
    auth: { user, pass: password },
    logger: {
      ...silent,
      warn: ({ err }: { err?: unknown }) => {
        if (err instanceof Error) failure.last = err;
      },
    },
    // Enables only the features in use, since others may fail on some servers.
    disableAutoIdle: true,
    disableAutoEnable: true,
    disableBinary: true,
    disableCompression: true,
    disableIMAP4rev2: true,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: Math.min(GREETING_TIMEOUT_MS, timeoutMs * GREETING_SHARE),
    socketTimeout: SOCKET_TIMEOUT_MS,
    maxLineLength: MAX_LINE_BYTES,
    maxLiteralSize: MAX_LITERAL_BYTES,
    maxResponseSize: MAX_RESPONSE_BYTES,
  });
  failures.set(client, failure);
  if (headsAlone === true) withHeadsAlone.add(client);
  // A pending command fails with the connection; between two commands there is nothing to report.
  client.on('error', () => {});
  const stop = () => client.close();
  signal.addEventListener('abort', stop, { once: true });
  client.on('close', () => signal.removeEventListener('abort', stop));
  // A server that sends single bytes slowly triggers none of the client's timeouts.
  const expired = AbortSignal.timeout(timeoutMs);
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => {});
  const end = () => {
    client.close();
    ended.reject(Object.assign(new Error('Out of time.'), { code: 'ETIMEOUT' }));
  };
  expired.addEventListener('abort', end, { once: true });
  signal.addEventListener('abort', end, { once: true });
  try {
    await Promise.race([
      withinBytes(client, MAX_SIGN_IN_BYTES, () => client.connect()),
      ended.promise,
    ]);
    return client;
  } catch (error) {
    client.close();
    throw error;
  } finally {
    expired.removeEventListener('abort', end);
    signal.removeEventListener('abort', end);
  }
}
