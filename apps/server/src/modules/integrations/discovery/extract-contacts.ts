import type { ExclusionReason } from '@repo/contract/domains';
import { domainOfAddress } from '@repo/domain/domains/domain-name';
import { registrableDomain } from '@repo/domain/domains/registrable-domain';
import { isFreeMail } from '../../domains/is-free-mail.ts';
import type { ItemHead } from '../provider.ts';

/** Someone at a company who took part in a mail. */
export interface Contact {
  /** Registrable, normalised. */
  domain: string;
  name: string;
  email: string;
}

/** Domains of participants that are no accounts. */
export interface Excluded {
  /** Normalised; of a list, its host. */
  domain: string;
  reason: ExclusionReason;
}

/** What is a person's own, and so is no account of theirs. */
export interface Own {
  addresses: ReadonlySet<string>;
  /** Registrable. */
  domains: ReadonlySet<string>;
}

/** Who sends one mail with a million addresses in its head creates no million rows with it. */
const MAX_PARTICIPANTS = 1_000;

/**
 * Who took part in a mail: those that could be an account, and where the others are: at a free-mail
 * provider, at one of the person's own domains, behind a mailing list. The person is in neither.
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
    // A provider of lists can be a public suffix, with a domain below it for each customer.
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

/** What belongs to a person who has these addresses. */
export function ownOf(addresses: readonly string[]): Own {
  const hosts = addresses.flatMap((address) => domainOfAddress(address) ?? []);
  return {
    addresses: new Set(addresses.map((address) => address.toLowerCase())),
    domains: new Set(hosts.flatMap((host) => registrableDomain(host) ?? [])),
  };
}

/** Hosts whose addresses are lists and nothing else, with all that is below them. */
const listHosts = [
  'freelists.org',
  'googlegroups.com',
  'groups.io',
  'listbox.com',
  'simplelists.com',
  'vger.kernel.org',
  'yahoogroups.com',
];
/** How a domain's host for lists is commonly called: 'lists.debian.org'. */
const listHostName = /^(lists?|listserv|mailman|mailing-?lists?|ml)\d*\./;

/** Whether an address's host, normalised, carries only mailing lists. */
const isListHost = (host: string): boolean =>
  listHostName.test(host) || listHosts.some((one) => host === one || host.endsWith(`.${one}`));
