import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';
import type { ResolveHost } from './resolve-host.ts';

export interface Fetched {
  status: number;
  /** The target of a redirect, as sent by the server. */
  location: string | undefined;
  body: Buffer;
}

export interface FetchLimits {
  signal: AbortSignal;
  maximumBytes: number;
}

/** Requests an https URL on the public internet; an interface, so that tests need no internet. */
export type FetchPublic = (url: URL, limits: FetchLimits) => Promise<Fetched>;

export interface RequestHeaders {
  accept: string;
  'user-agent': string;
}

/**
 * Creates the function that requests an https URL, but only on the public internet. The name is
 * resolved once and the connection goes to an address that was checked, so that the name cannot
 * resolve to another one in between. Follows no redirect: the caller has to request its target.
 *
 * Rejects when the address is not public, cannot be reached, the response is too large, or the
 * signal aborts it.
 */
export const createFetchPublic =
  (resolveHost: ResolveHost, headers: RequestHeaders): FetchPublic =>
  async (url, limits) => {
    if (!isAllowed(url)) {
      throw new Error(`${url.origin} is not asked: only names, by https on its own port.`);
    }
    const addresses = await resolveHost(url.hostname, limits.signal);
    const hidden = addresses.find((address) => !isPublicAddress(address));
    if (hidden) throw new Error(`${url.hostname} is at ${hidden}, which is not public.`);
    return read(url, limits, { addresses, headers });
  };

function read(
  url: URL,
  { signal, maximumBytes }: FetchLimits,
  { addresses, headers }: { addresses: readonly string[]; headers: RequestHeaders },
): Promise<Fetched> {
  const { promise, resolve, reject } = Promise.withResolvers<Fetched>();
  const lookup = lookUpIn(addresses);
  const asked = request(url, { signal, headers: { ...headers }, lookup, agent: false });
  asked.on('error', reject);
  asked.on('response', (response) => {
    const parts: Buffer[] = [];
    let size = 0;
    response.on('error', reject);
    response.on('data', (part: Buffer) => {
      size += part.length;
      if (size > maximumBytes) asked.destroy(new Error(`${url.href} is larger than allowed.`));
      else parts.push(part);
    });
    response.on('end', () => {
      const { statusCode: status = 0 } = response;
      resolve({ status, location: response.headers.location, body: Buffer.concat(parts) });
    });
  });
  asked.end();
  return promise;
}

// An IP address in the URL is never looked up, so it has to be checked here.
const isAllowed = ({ protocol, port, hostname }: URL): boolean =>
  protocol === 'https:' && port === '' && isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;

/**
 * Returns the checked addresses to the connection, whatever name it looks up. Not at once: an address
 * without a route (IPv6 on many machines) fails in the same moment, when the request does not listen
 * to its connection yet, and an error that no one listens to ends the process.
 */
export const lookUpIn =
  (addresses: readonly string[]): LookupFunction =>
  (_host, { all }, done) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    setImmediate(() => {
      if (all) done(null, found);
      else done(null, found[0]?.address ?? '', found[0]?.family);
    });
  };
