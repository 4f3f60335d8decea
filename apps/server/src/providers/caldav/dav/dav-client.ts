import { Agent, request, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import type { IncomingHttpHeaders } from 'node:http';
import type { CheckedServer, CheckServer } from '#platform/net/server-guard.ts';
import type { CalendarAccount } from '../calendar-account.ts';
import {
  type ResponseSize,
  MAX_REDIRECTS,
  OTHER_SIZE,
  REQUEST_TIMEOUT_MS,
} from '../caldav-limits.ts';
import { mayReceivePassword } from '../known-calendars.ts';
import {
  DavElsewhereError,
  DavResponseError,
  DavStatusError,
  isTooLarge,
  tooLarge,
} from './dav-failure.ts';
import { type Multistatus, readMultistatus } from './multistatus.ts';

/** Options of connections to calendar servers. */
export interface DavNetwork {
  checkServer: CheckServer;
  /** Certificates of additionally trusted authorities; PEM. */
  ca?: string | undefined;
  /** Timeout of a request in place of the usual one; milliseconds. */
  timeoutMs?: number | undefined;
}

export interface DavRequest {
  method: 'PROPFIND' | 'REPORT';
  depth: '0' | '1';
  body: string;
  maximum?: ResponseSize;
}

/** Requests resources of one account. The password goes to its server alone, always over TLS. */
export interface DavClient {
  /**
   * @returns the response, and the address that responded after redirects.
   * @throws DavStatusError, DavElsewhereError, DavResponseError, or an error of the network.
   */
  send: (url: URL, sent: DavRequest) => Promise<Multistatus & { url: URL }>;
  /** An address of the account's server, from a path or an address in a response. */
  at: (href: string, base?: URL) => URL;
  close: () => void;
}

export function createDavClient(
  { checkServer, ca }: DavNetwork,
  { user, password, server }: CalendarAccount,
  signal: AbortSignal,
  timeoutMs = REQUEST_TIMEOUT_MS,
): DavClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  const root = new URL(`https://${server.host.replace(/\.$/, '')}:${server.port}/`);
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  // Each host is resolved and checked once; all connections go to the address that was checked.
  const checked = new Map<string, Promise<CheckedServer>>();
  const check = (url: URL): Promise<CheckedServer> => {
    const known = checked.get(url.host);
    if (known !== undefined) return known;
    const checking = checkServer({ host: url.hostname, port: portOf(url) }, signal);
    checked.set(url.host, checking);
    checking.catch(() => checked.delete(url.host));
    return checking;
  };

  const exchange = async (url: URL, { method, depth, body, maximum = OTHER_SIZE }: DavRequest) => {
    const { name, address, port } = await check(url);
    const send = () =>
      perform({
        options: {
          agent,
          host: address,
          port,
          ...(isIP(name) === 0 && { servername: name }),
          ...(ca !== undefined && { ca }),
          minVersion: 'TLSv1.2',
          method,
          path: `${url.pathname}${url.search}`,
          headers: {
            host: url.host,
            authorization,
            depth,
            accept: 'text/xml, application/xml',
            'accept-encoding': 'identity',
            'content-type': 'application/xml; charset=utf-8',
            'content-length': String(Buffer.byteLength(body)),
            'user-agent': 'calendar-sync',
          },
        },
        body,
        maximumBytes: maximum.bytes,
        signal,
        timeoutMs,
      });
    return send().catch((error: unknown) => {
      // An idle connection may have been closed since: that is not a failure of the server.
      if (error instanceof IdleConnectionError) return send();
      throw error;
    });
  };

  const at = (href: string, base: URL = root): URL => {
    const url = href.length > MAX_ADDRESS_LENGTH ? null : URL.parse(href, base.href);
    if (url === null) throw new DavResponseError('It contains an address that is none.');
    const isOwn = url.protocol === 'https:' && url.host === root.host;
    if (!isOwn && !mayReceivePassword(server.host, url)) throw new DavElsewhereError(url.host);
    url.username = '';
    url.password = '';
    return url;
  };

  return {
    at,
    send: async (begin, sent) => {
      let url = begin;
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
        signal.throwIfAborted();
        const { status, headers, body } = await exchange(url, sent);
        if (status === 207) {
          const { elements } = sent.maximum ?? OTHER_SIZE;
          return { ...(await parse(body, elements, signal)), url };
        }
        const { location } = headers;
        if (status < 300 || status > 399 || location === undefined) {
          throw new DavStatusError(status, headers);
        }
        url = at(location, url);
      }
      throw new DavResponseError('It redirects without an end.');
    },
    close: () => agent.destroy(),
  };
}

const portOf = (url: URL): number => (url.port === '' ? 443 : Number(url.port));

async function parse(
  body: Buffer,
  maximumElements: number,
  signal: AbortSignal,
): Promise<Multistatus> {
  try {
    return await readMultistatus(body, { maximumElements, signal });
  } catch (cause) {
    signal.throwIfAborted();
    if (isTooLarge(cause)) throw cause;
    const reason = cause instanceof Error ? cause.message : '';
    const known = /document type|nested too deep|no multistatus|is empty/.test(reason);
    throw new DavResponseError(known ? reason : 'It is not XML.', { cause });
  }
}

const FIRST_BYTES = 16 * 1024;
const MAX_ADDRESS_LENGTH = 8 * 1024;

class IdleConnectionError extends Error {
  readonly code = 'ECONNRESET';
}

const lost = (message: string): Error => Object.assign(new Error(message), { code: 'ECONNRESET' });

interface Performed {
  options: RequestOptions;
  body: string;
  maximumBytes: number;
  signal: AbortSignal;
  timeoutMs: number;
}

function perform({ options, body, maximumBytes, signal, timeoutMs }: Performed) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number;
    headers: IncomingHttpHeaders;
    body: Buffer;
  }>();
  const asked = request(options);
  const fail = (message: string, code: string) =>
    asked.destroy(Object.assign(new Error(message), { code }));
  // A server that sends single bytes slowly triggers no timeout of the socket.
  const timer = setTimeout(() => fail('Out of time.', 'ETIMEOUT'), timeoutMs);
  const stop = () => fail('Stopped.', 'ABORTED');
  signal.addEventListener('abort', stop, { once: true });
  let hasResponded = false;
  asked.on('error', (error: NodeJS.ErrnoException) => {
    const isIdle = asked.reusedSocket && !hasResponded && error.code === 'ECONNRESET';
    reject(isIdle ? new IdleConnectionError('Lost.', { cause: error }) : error);
  });
  asked.on('response', (response) => {
    hasResponded = true;
    // Single bytes in a list would take many times as much memory.
    let received = Buffer.alloc(FIRST_BYTES);
    let size = 0;
    response.on('error', reject);
    response.on('data', (part: Buffer) => {
      const end = size + part.length;
      if (end > maximumBytes) {
        asked.destroy(tooLarge());
        return;
      }
      if (end > received.length) {
        const larger = Buffer.alloc(Math.max(end, 2 * received.length));
        received.copy(larger, 0, 0, size);
        received = larger;
      }
      part.copy(received, size);
      size = end;
    });
    response.on('close', () => reject(lost('The response ended early.')));
    response.on('end', () => {
      if (!response.complete) return;
      const { statusCode: status = 0, headers } = response;
      resolve({ status, headers, body: received.subarray(0, size) });
    });
  });
  asked.end(body);
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  });
}
