import { domainOfAddress } from '@repo/domain/domain-name';
import { registrableDomain } from '@repo/domain/registrable-domain';
import { isFreeMail } from '../../domains/is-free-mail.ts';
import type { ItemHead } from '../provider.ts';
import { isListHost } from './mailing-lists.ts';

/** Somebody at a company who took part in a mail. */
export interface Contact {
  /** Registrable, normalised. */
  domain: string;
  name: string;
  email: string;
}

/**
 * Who took part in a mail, as far as it could be an account: no free mail, nobody at one of the
 * person's own domains, no mailing list.
 *
 * @param ownDomains registrable.
 */
export function contactsOf(
  { participants, listAddresses }: ItemHead,
  ownDomains: ReadonlySet<string>,
): Contact[] {
  return participants.flatMap(({ name, email }) => {
    const host = domainOfAddress(email);
    if (host === undefined || isListHost(host) || listAddresses.includes(email)) return [];
    const domain = registrableDomain(host);
    if (domain === undefined || ownDomains.has(domain)) return [];
    return isFreeMail(host) || isFreeMail(domain) ? [] : [{ domain, name, email }];
  });
}

/** The registrable domains of a person's own addresses. */
export function ownDomainsOf(addresses: readonly string[]): Set<string> {
  const hosts = addresses.flatMap((address) => domainOfAddress(address) ?? []);
  return new Set(hosts.flatMap((host) => registrableDomain(host) ?? []));
}
