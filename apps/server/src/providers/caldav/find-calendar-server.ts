import { domainToASCII } from 'node:url';
import { serverAddress } from '@repo/contract/server-login';
import { registrableDomain } from '@repo/domain/domains/registrable-domain';
import type { FoundServer } from '#modules/integrations/provider/connect-methods.ts';
import type { DnsRecords } from '#platform/net/dns-records.ts';
import type { FetchPublic } from '#platform/net/fetch-public.ts';
import { MAX_REDIRECTS } from './caldav-limits.ts';
import { findKnownCalendars } from './known-calendars.ts';

const MAX_PAGE_BYTES = 64 * 1024;

export interface CalendarSearch {
  fetch: FetchPublic;
  records: DnsRecords;
}

/**
 * Finds the calendar server that an address belongs to (RFC 6764): in the table of known services, as
 * published by its domain, or that of the service that receives the domain's email. Only the domain is
 * sent anywhere. Nothing that is found is trusted: the user sees it before signing in, and connecting
 * validates the server's address.
 */
export async function findCalendarServer(
  search: CalendarSearch,
  address: string,
  signal: AbortSignal,
): Promise<FoundServer | undefined> {
  const domain = domainToASCII(address.slice(address.lastIndexOf('@') + 1)).toLowerCase();
  if (domain === '' || !domain.includes('.')) return undefined;
  const known = findKnownCalendars(domain);
  if (known !== undefined) return known;
  const [own, hosted] = await Promise.all([
    findPublished(search, domain, signal),
    findByMx(search, domain, signal).catch(() => undefined),
  ]);
  return own ?? hosted;
}

/** The service that receives the email of a domain has its calendars too. */
async function findByMx(
  search: CalendarSearch,
  domain: string,
  signal: AbortSignal,
): Promise<FoundServer | undefined> {
  const [mx] = await search.records.mx(domain, signal);
  if (mx === undefined) return undefined;
  const known = findKnownCalendars(mx.toLowerCase());
  if (known !== undefined) return known;
  const service = registrableDomain(mx);
  return service === undefined || service === domain
    ? undefined
    : findPublished(search, service, signal);
}

async function findPublished(
  { fetch, records }: CalendarSearch,
  domain: string,
  signal: AbortSignal,
): Promise<FoundServer | undefined> {
  const settled = await Promise.allSettled([
    readSrv(records, domain, signal),
    readWellKnown(fetch, domain, signal),
  ]);
  return settled.flatMap((one) => (one.status === 'fulfilled' ? (one.value ?? []) : []))[0];
}

async function readSrv(
  records: DnsRecords,
  domain: string,
  signal: AbortSignal,
): Promise<FoundServer | undefined> {
  const [found] = await records.srv(`_caldavs._tcp.${domain}`, signal);
  // A single dot means that there is none.
  if (found === undefined || found.name === '' || found.name === '.') return undefined;
  return toFound(found.name, found.port);
}

/** Follows the address that a domain has for its calendars, without a password. */
async function readWellKnown(
  fetch: FetchPublic,
  domain: string,
  signal: AbortSignal,
): Promise<FoundServer | undefined> {
  let at = new URL(`https://${domain}/.well-known/caldav`);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const { status, location } = await fetch(at, { signal, maximumBytes: MAX_PAGE_BYTES });
    // Only a server with calendars wants a password there; others show a page or an error.
    if (status === 401) return toFound(at.hostname, 443);
    if (status < 300 || status > 399 || location === undefined) return undefined;
    const next = new URL(location, at);
    if (next.protocol === 'https:' && next.port !== '') {
      return toFound(next.hostname, Number(next.port));
    }
    at = next;
  }
  return undefined;
}

function toFound(host: string, port: number): FoundServer | undefined {
  const server = serverAddress.safeParse({ host, port, security: 'tls' });
  return server.success ? { server: server.data } : undefined;
}
