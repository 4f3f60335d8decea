import { domainToASCII } from 'node:url';
import { serverAddress } from '@repo/contract/server-login';
import { registrableDomain } from '@repo/domain/domains/registrable-domain';
import type { FoundServer } from '#modules/integrations/provider/connect-methods.ts';
import type { DnsRecords } from '#platform/net/dns-records.ts';
import type { FetchPublic } from '#platform/net/fetch-public.ts';
import { findKnownServer } from './known-servers.ts';
import { parseAutoconfig } from './parse-autoconfig.ts';

const MAX_SETTINGS_BYTES = 64 * 1024;
const MAX_REDIRECTS = 2;

export interface ServerSearch {
  fetch: FetchPublic;
  records: DnsRecords;
}

/**
 * Finds the server settings for an address: in the table of known services, as published by its domain, or
 * those of the service that receives the domain's email. Only the domain is sent anywhere. The settings are
 * not trusted: the user sees them before signing in, and connecting validates the server's address.
 */
export async function findServer(
  { fetch, records }: ServerSearch,
  address: string,
  signal: AbortSignal,
): Promise<FoundServer | undefined> {
  const domain = domainToASCII(address.slice(address.lastIndexOf('@') + 1)).toLowerCase();
  if (domain === '' || !domain.includes('.') || !isHostName(domain)) return undefined;
  const known = findKnownServer(domain);
  if (known !== undefined) return known;
  const published = firstFound([
    ...autoconfigAddresses(domain).map((url) => readAutoconfig(fetch, url, address, signal)),
    readSrv(records, domain, signal),
  ]);
  const [own, hosted] = await Promise.all([
    published,
    findByMx({ fetch, records }, { domain, address }, signal).catch(() => undefined),
  ]);
  return own ?? hosted;
}

/** The settings of the service that receives the email of a domain. */
async function findByMx(
  { fetch, records }: ServerSearch,
  { domain, address }: { domain: string; address: string },
  signal: AbortSignal,
): Promise<FoundServer | undefined> {
  const [mx] = await records.mx(domain, signal);
  if (mx === undefined) return undefined;
  const known = findKnownServer(mx.toLowerCase());
  if (known !== undefined) return known;
  const service = registrableDomain(mx);
  if (service === undefined || service === domain || !isHostName(service)) return undefined;
  const searches = autoconfigAddresses(service).map((url) =>
    readAutoconfig(fetch, url, address, signal),
  );
  return firstFound(searches);
}

/** Whether a text is a host name; an IP address is none. */
const isHostName = (domain: string): boolean => URL.canParse(`https://autoconfig.${domain}`);

const autoconfigAddresses = (domain: string): URL[] => [
  new URL(`https://autoconfig.${domain}/mail/config-v1.1.xml`),
  new URL(`https://${domain}/.well-known/autoconfig/mail/config-v1.1.xml`),
];

async function readAutoconfig(
  fetch: FetchPublic,
  url: URL,
  address: string,
  signal: AbortSignal,
): Promise<FoundServer | undefined> {
  let at = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const { status, location, body } = await fetch(at, {
      signal,
      maximumBytes: MAX_SETTINGS_BYTES,
    });
    if (status === 200) return parseAutoconfig(body.toString('utf8'), address);
    if (status < 300 || status > 399 || location === undefined) return undefined;
    at = new URL(location, at);
  }
  return undefined;
}

async function readSrv(
  records: DnsRecords,
  domain: string,
  signal: AbortSignal,
): Promise<FoundServer | undefined> {
  const [found] = await records.srv(`_imaps._tcp.${domain}`, signal);
  // A single dot means that there is none.
  if (found === undefined || found.name === '' || found.name === '.') return undefined;
  const server = serverAddress.safeParse({ host: found.name, port: found.port, security: 'tls' });
  return server.success ? { server: server.data } : undefined;
}

/** The first of the searches, in their order, with a result; failures count as no result. */
async function firstFound(
  searches: readonly Promise<FoundServer | undefined>[],
): Promise<FoundServer | undefined> {
  const settled = await Promise.allSettled(searches);
  return settled.flatMap((one) => (one.status === 'fulfilled' ? (one.value ?? []) : []))[0];
}
