import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';
import type { ResolveHost } from './resolve-host.ts';

export interface Fetched {
  status: number;
  /** Where a redirect points to, as given. */
  location: string | undefined;
  body: Buffer;
}

export interface FetchLimits {
  signal: AbortSignal;
  maximumBytes: number;
}

/** Reads an https address of the public internet; a port, so that tests need no internet. */
export type FetchPublic = (url: URL, limits: FetchLimits) => Promise<Fetched>;

/** Who asks, and for what. */
export interface RequestHeaders {
  accept: string;
  'user-agent': string;
}

/**
 * Makes the function that reads an https address, but only on the public internet. The name is
 * resolved once and the connection goes to an address that was checked, so that a name cannot point
 * elsewhere in between. Follows no redirect: the caller comes back with its address.
 *
 * It rejects when it is not public, cannot be reached, is too large, or the signal ends it.
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

// An address of digits is never looked up, and thus would pass unseen.
const isAllowed = ({ protocol, port, hostname }: URL): boolean =>
  protocol === 'https:' && port === '' && isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;

/** Gives the connection the addresses that were checked, whatever name it asks for. */
const lookUpIn =
  (addresses: readonly string[]): LookupFunction =>
  (_host, { all }, done) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    if (all) done(null, found);
    else done(null, found[0]?.address ?? '', found[0]?.family);
  };
