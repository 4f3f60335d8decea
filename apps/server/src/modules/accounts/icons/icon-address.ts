import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits } from '@repo/contract/limits';
import { LRUCache } from 'lru-cache';
import type { Config } from '#src/config.ts';

/** The URL of a domain's icon on this server. */
export type IconAddress = (domain: string) => string;

type IconSettings = Pick<Config, 'encryptionKeys' | 'publicUrl' | 'webUrl'>;

/**
 * Creates the URLs of icons. Browsers request images without a session, so the URL is signed:
 * otherwise anyone could find out which domains are tracked here or make the server send requests.
 */
export function createIconAddress({
  encryptionKeys,
  publicUrl,
  webUrl,
}: IconSettings): IconAddress {
  const [key] = encryptionKeys.values();
  if (key === undefined) throw new Error('Icon addresses need a key to sign them with.');
  // Relative when this server also serves the web application, so that it works under any host
  // name.
  const origin = webUrl === publicUrl ? '' : publicUrl;
  const made = new LRUCache<string, string>({ max: ADDRESSES_KEPT });
  return (domain) => {
    const known = made.get(domain);
    if (known !== undefined) return known;
    const address = `${origin}/api/icons/${domain}/${sign(domain, key)}`;
    made.set(domain, address);
    return address;
  };
}

/**
 * Signing the URLs of a page of accounts takes longer than reading the accounts, so they are
 * cached: as many as the list of the largest workspace has. The cache takes some 30 MiB at most.
 */
const ADDRESSES_KEPT = limits.workspaceAccounts;

/** Whether this server signed the URL, also with a key that has been rotated out since. */
export function isSigned(
  { encryptionKeys }: Pick<Config, 'encryptionKeys'>,
  domain: string,
  signature: string,
): boolean {
  const given = Buffer.from(signature);
  return [...encryptionKeys.values()].some((key) => {
    const right = Buffer.from(sign(domain, key));
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

const sign = (domain: string, key: Buffer): string =>
  createHmac('sha256', key).update(`account icon\n${domain}`).digest('base64url').slice(0, 22);
