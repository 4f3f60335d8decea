import { shownDomain } from '@repo/domain/domains/shown-domain';

/** A stored address or domain as users read it: with the letters of its domain. */
export function shownAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + shownDomain(address.slice(at));
}
