import { lookup } from 'node:dns';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

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

/**
 * Reads an https address, but only on the public internet. The name is resolved once and the
 * connection goes to what was looked at, so that a name cannot point elsewhere in between. Follows
 * no redirect: the caller comes back with its address.
 *
 * Rejects when it is not public, cannot be reached, is too large, or the signal ends it.
 */
export const fetchPublic: FetchPublic = (url, { signal, maximumBytes }) => {
  const { promise, resolve, reject } = Promise.withResolvers<Fetched>();
  if (!isAskable(url)) {
    reject(new Error(`${url.origin} is not asked: only names, by https on its own port.`));
    return promise;
  }
  const headers = { accept: 'image/*,text/html;q=0.5', 'user-agent': 'icon-fetcher' };
  const asked = request(url, { signal, headers, lookup: lookUpPublic, agent: false });
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
};

// An address of digits is never looked up, and thus would pass unseen.
const isAskable = ({ protocol, port, hostname }: URL): boolean =>
  protocol === 'https:' && port === '' && isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;

const lookUpPublic: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const hidden = addresses?.find(({ address }) => !isPublicAddress(address));
    if (error) done(error, []);
    else if (hidden) done(new Error(`${host} is at ${hidden.address}, which is not public.`), []);
    else if (options.all) done(null, addresses);
    else done(null, addresses[0]?.address ?? '', addresses[0]?.family);
  });
};
