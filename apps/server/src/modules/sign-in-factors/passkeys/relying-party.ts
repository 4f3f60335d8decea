import { isIP } from 'node:net';
import type { Config } from '#src/config.ts';

/** The site that passkeys belong to. Browsers offer them there and nowhere else. */
export interface RelyingParty {
  /** The host name of the web application. */
  id: string;
  origin: string;
  name: string;
}

/**
 * The site of the web application by its configured address, never by a header of the request.
 *
 * @returns undefined where browsers allow no passkeys: at an IP address, and without encryption except on this
 *   machine.
 */
export function relyingPartyOf({
  webUrl,
  productName,
}: Pick<Config, 'webUrl' | 'productName'>): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(webUrl);
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (protocol !== 'https:' && !isHere) return undefined;
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return undefined;
  return { id: hostname, origin, name: productName || 'Account Tracker' };
}
