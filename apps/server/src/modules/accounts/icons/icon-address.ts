import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../../config.ts';

/** The address of a domain's icon at this server. */
export type IconAddress = (domain: string) => string;

type IconSettings = Pick<Config, 'encryptionKeys' | 'publicUrl' | 'webUrl'>;

/**
 * Makes the addresses of icons. A picture in a page is asked for without a session, so its address
 * is signed: no one can make one up to learn who is tracked here or to let the server fetch things.
 */
export function createIconAddress({
  encryptionKeys,
  publicUrl,
  webUrl,
}: IconSettings): IconAddress {
  const [key] = encryptionKeys.values();
  if (key === undefined) throw new Error('Icon addresses need a key to sign them with.');
  // Relative where the web application comes from this server, so that any name of it will do.
  const origin = webUrl === publicUrl ? '' : publicUrl;
  const made = new Map<string, string>();
  return (domain) => {
    const known = made.get(domain);
    if (known !== undefined) return known;
    const address = `${origin}/api/icons/${domain}/${sign(domain, key)}`;
    if (made.size >= addressesKept) made.clear();
    made.set(domain, address);
    return address;
  };
}

/**
 * Signing the addresses of a page of accounts takes longer than reading them; a few MiB at most.
 */
const addressesKept = 20_000;

/** Whether this server made the address, also with a key that has been rotated out since. */
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
