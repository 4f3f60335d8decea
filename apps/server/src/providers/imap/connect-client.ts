import { isIP } from 'node:net';
import { ImapFlow } from 'imapflow';
import type { CheckServer } from '../../platform/net/server-guard.ts';
import type { ImapAccount } from './imap-account.ts';
import {
  MAX_LINE_BYTES,
  MAX_LITERAL_BYTES,
  MAX_RESPONSE_BYTES,
  MAX_SIGN_IN_BYTES,
  SIGN_IN_TIMEOUT_MS,
} from './imap-limits.ts';
import { withinBytes } from './within-bytes.ts';

/** How mail servers are reached. */
export interface ImapNetwork {
  checkServer: CheckServer;
  /** Certificates of authorities that are trusted besides the usual ones; PEM. */
  ca?: string | undefined;
}

/** Milliseconds. */
const CONNECT_TIMEOUT_MS = 15_000;
const GREETING_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 60_000;

/**
 * Connects and signs in. The connection is always encrypted: a server that does not offer STARTTLS
 * where the settings ask for it, or from whom someone stripped it, gets no password.
 */
export async function connectClient(
  { checkServer, ca }: ImapNetwork,
  { user, password, server }: ImapAccount,
  signal: AbortSignal,
  timeoutMs = SIGN_IN_TIMEOUT_MS,
): Promise<ImapFlow> {
  const { name, address, port } = await checkServer(server, signal);
  signal.throwIfAborted();
  const client = new ImapFlow({
    host: address,
    port,
    ...(isIP(name) === 0 && { servername: name }),
    ...(server.security === 'tls' ? { secure: true } : { secure: false, doSTARTTLS: true }),
    tls: { minVersion: 'TLSv1.2', ...(ca !== undefined && { ca }) },
    auth: { user, pass: password },
    logger: false,
    // Only what is used: fewer features of foreign servers that can go wrong.
    disableAutoIdle: true,
    disableAutoEnable: true,
    disableBinary: true,
    disableCompression: true,
    disableIMAP4rev2: true,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    maxLineLength: MAX_LINE_BYTES,
    maxLiteralSize: MAX_LITERAL_BYTES,
    maxResponseSize: MAX_RESPONSE_BYTES,
  });
  // What was under way fails with it; between two commands there is no one to tell.
  client.on('error', () => {});
  const stop = () => client.close();
  signal.addEventListener('abort', stop, { once: true });
  client.on('close', () => signal.removeEventListener('abort', stop));
  // A server that drips bytes runs into none of the client's timeouts.
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
