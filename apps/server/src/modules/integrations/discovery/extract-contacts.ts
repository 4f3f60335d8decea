import type { ExclusionReason } from '@repo/contract/domains';
import { domainOfAddress } from '@repo/domain/domains/domain-name';
import { registrableDomain } from '@repo/domain/domains/registrable-domain';
import { isFreeMail } from '../../domains/is-free-mail.ts';
import type { ItemHead } from '../provider/activity-source.ts';

/** Someone at a company who took part in an email. */
export interface Contact {
  /** Registrable, normalised. */
  domain: string;
  name: string;
  email: string;
}

/** Domains of participants that cannot be accounts. */
export interface Excluded {
  /** Normalised; for a mailing list, its host. */
  domain: string;
  reason: ExclusionReason;
}

/** The domains that belong to the user and therefore cannot be accounts of theirs. */
export interface Own {
  addresses: ReadonlySet<string>;
  /** Registrable. */
  domains: ReadonlySet<string>;
}

/** Limits the rows that an email with a million addresses in its headers can create. */
const MAX_PARTICIPANTS = 1_000;

/**
 * Returns who took part in an email: contacts that could belong to an account, and the domains of
 * the others: free-mail providers, the user's own domains, and mailing lists. The user is in
 * neither.
 */
export function extractContacts(
  { participants, listAddresses }: ItemHead,
  own: Own,
): { contacts: Contact[]; excluded: Excluded[] } {
  const contacts: Contact[] = [];
  const excluded: Excluded[] = [];
  for (const { name, email } of participants.slice(0, MAX_PARTICIPANTS)) {
    const host = domainOfAddress(email);
    const domain = host && registrableDomain(host);
    if (host === undefined || own.addresses.has(email)) continue;
    // A provider of lists can be a public suffix, with a subdomain for each customer.
    if (isListHost(host) || listAddresses.includes(email)) {
      excluded.push({ domain: host, reason: 'list' });
    } else if (isFreeMail(host)) excluded.push({ domain: host, reason: 'free-mail' });
    else if (domain === undefined) continue;
    else if (isFreeMail(domain)) excluded.push({ domain, reason: 'free-mail' });
    else if (own.domains.has(domain)) excluded.push({ domain, reason: 'own-domain' });
    else contacts.push({ domain, name, email });
  }
  return { contacts, excluded };
}

/** The addresses and domains of a user with these addresses. */
export function ownOf(addresses: readonly string[]): Own {
  const hosts = addresses.flatMap((address) => domainOfAddress(address) ?? []);
  return {
    addresses: new Set(addresses.map((address) => address.toLowerCase())),
    domains: new Set(hosts.flatMap((host) => registrableDomain(host) ?? [])),
  };
}

/** Hosts that only have addresses of mailing lists, on their subdomains too. */
const listHosts = [
  'freelists.org',
  'googlegroups.com',
  'groups.io',
  'listbox.com',
  'simplelists.com',
  'vger.kernel.org',
  'yahoogroups.com',
];
/** Common name of a domain's host for lists: 'lists.debian.org'. */
const listHostName = /^(lists?|listserv|mailman|mailing-?lists?|ml)\d*\./;

/** Whether an address's host, normalised, is only used for mailing lists. */
const isListHost = (host: string): boolean =>
  listHostName.test(host) || listHosts.some((one) => host === one || host.endsWith(`.${one}`));
