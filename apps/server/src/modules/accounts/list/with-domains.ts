import { shownDomain } from '@repo/domain/domains/shown-domain';
import type { IconAddress } from '../icons/icon-address.ts';

/** Around each domain, in JSON where no control character can stand otherwise. */
const mark = '\u0001';

/** Puts what a row shows of a domain in its place: how people write it, and its icon. */
export function withDomains(json: string, iconAddress: IconAddress): string {
  const parts = json.split(mark);
  for (let at = 1; at < parts.length; at += 2) {
    const domain = parts[at] ?? '';
    parts[at] =
      `"domain":${JSON.stringify(shownDomain(domain))},"faviconUrl":${JSON.stringify(iconAddress(domain))}`;
  }
  return parts.join('');
}
