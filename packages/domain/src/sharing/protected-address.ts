import { addressBelongsTo, domainOfAddress, normalizeDomain } from '../domains/domain-name.ts';

/** How much colleagues see of a conversation with a protected address, the least first. */
export const protectedShares = ['nothing', 'activity'] as const;

export type ProtectedShares = (typeof protectedShares)[number];

/** The stored number: that of the share level `activity`, and one below it for nothing. */
export const protectionNumber = (shares: ProtectedShares): number =>
  shares === 'nothing' ? -1 : 0;

/** Names a stored number. */
export const protectionOfNumber = (number: number): ProtectedShares =>
  number < 0 ? 'nothing' : 'activity';

/**
 * The one form in which a protected address or domain is stored and compared: lower case, the domain normalized, and an
 * address without its tag. An `@` before a domain is left out.
 *
 * @returns undefined for what is neither an address nor a domain with a dot.
 */
export function normalizeProtected(text: string): string | undefined {
  const typed = text.trim().normalize('NFC').toLowerCase();
  const at = typed.lastIndexOf('@');
  if (at < 1) {
    const domain = normalizeDomain(typed.slice(at + 1));
    return domain?.includes('.') === true ? domain : undefined;
  }
  const domain = domainOfAddress(typed);
  const name = untagged(typed.slice(0, at));
  if (domain === undefined || /[\s<>,;\p{Cc}]/u.test(name)) return undefined;
  return `${name}@${domain}`;
}

/** Whether a stored protection is of a domain, and with it of all addresses at it and below it. */
export const isProtectedDomain = (address: string): boolean => !address.includes('@');

/** Whether a participant's address, as it is captured, is protected by a stored address or domain. */
export function isProtectedBy(email: string, address: string): boolean {
  if (isProtectedDomain(address)) return addressBelongsTo(email, address);
  const at = email.lastIndexOf('@');
  return at > 0 && untagged(email.slice(0, at)) + email.slice(at) === address;
}

/**
 * Checks many addresses in lower case. A parser of domains would take seconds for them. Domains are compared
 * as they are written.
 */
export function isOneProtectedBy(emails: ReadonlySet<string>, address: string): boolean {
  if (!isProtectedDomain(address)) return emails.has(address);
  const ends = [`@${address}`, `.${address}`];
  return [...emails].some((email) => ends.some((end) => email.endsWith(end)));
}

/** An address as `isOneProtectedBy` compares it. */
export function comparedAddress(email: string): string {
  const typed = email.trim().normalize('NFC').toLowerCase();
  const at = typed.lastIndexOf('@');
  return at > 0 ? untagged(typed.slice(0, at)) + typed.slice(at) : typed;
}

/** The name of an address without the tag that follows a plus sign; also of addresses that only machines use. */
const untagged = (name: string): string => /^([^+"]+)\+/.exec(name)?.[1] ?? name;
