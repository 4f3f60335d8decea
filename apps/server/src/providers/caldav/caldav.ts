import type { SourceProvider } from '#modules/integrations/provider.ts';
import type { Grant, ServerLogin } from '#modules/integrations/provider/connect-methods.ts';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import { createDnsRecords } from '#platform/net/dns-records.ts';
import { createFetchPublic } from '#platform/net/fetch-public.ts';
import { createResolveHost } from '#platform/net/resolve-host.ts';
import { createServerGuard } from '#platform/net/server-guard.ts';
import type { CalendarAccount } from './calendar-account.ts';
import { PAGE_SIZE } from './caldav-limits.ts';
import { createDavClient, type DavNetwork } from './dav/dav-client.ts';
import { DavResponseError, toProviderError } from './dav/dav-failure.ts';
import { discoverCalendars, listCalendars } from './discover-calendars.ts';
import { type CalendarSearch, findCalendarServer } from './find-calendar-server.ts';
import { openCalendars } from './open-calendars.ts';

const CALENDAR_PORTS = [443, 8443];

const searchRequest = { accept: '*/*', 'user-agent': 'calendar-settings' };

export interface CaldavOptions {
  /** Networks (CIDR) with servers that users may connect to, in addition to the public internet. */
  privateNetworks: readonly string[];
  /** Additionally trusted certificates; PEM. */
  ca?: string;
  /** The source of server settings; the internet when absent. */
  search?: CalendarSearch;
}

/** The calendars of an account on any CalDAV server. See the README in this folder. */
export function createCaldav({ privateNetworks, ca, search }: CaldavOptions): SourceProvider {
  const resolveHost = createResolveHost();
  const network: DavNetwork = {
    checkServer: createServerGuard({
      resolveHost,
      ports: CALENDAR_PORTS,
      purpose: 'calendar',
      privateNetworks,
    }),
    ca,
  };
  const searched = search ?? {
    fetch: createFetchPublic(resolveHost, searchRequest),
    records: createDnsRecords(),
  };
  return {
    id: 'caldav',
    name: 'CalDAV Calendar',
    kind: 'calendar',
    // A list requests all events, whatever its window: so few of them, each of half a year.
    history: { sliceDays: 182, pageItems: PAGE_SIZE, pageMs: 500, itemMs: 0 },
    texts: {
      note: 'Reads the meetings of any calendar that offers CalDAV: Nextcloud, Fastmail, iCloud and others',
      connectHelp:
        'Sign in with your email address and its password. Many services need an app password, which you create in the security settings of your account there.',
    },
    connect: {
      kind: 'server-login',
      findServer: (address, signal) => findCalendarServer(searched, address, signal),
      exchange: (login, signal) => signIn(network, searched, login, signal),
    },
    open: (session) => openCalendars(network, session),
  };
}

async function signIn(
  network: DavNetwork,
  search: CalendarSearch,
  { address, user, password, server }: ServerLogin,
  signal: AbortSignal,
): Promise<Grant> {
  const found =
    server === undefined ? await findCalendarServer(search, address, signal) : undefined;
  const at = server ?? found?.server;
  if (at === undefined) {
    throw new ProviderError(
      'permanent',
      found?.help ?? 'The settings of this calendar were not found. Enter its server.',
    );
  }
  if (at.security !== 'tls') {
    throw new ProviderError('permanent', 'Calendars are read over HTTPS alone: choose TLS.');
  }
  const login = { user: user || (found?.user ?? address), password, server: at };
  const client = createDavClient(
    network,
    { ...login, homes: [], principal: '', addresses: [] },
    signal,
  );
  try {
    const discovered = await discoverCalendars(client, address);
    const calendars = await listCalendars(client, discovered);
    if (calendars.length === 0) {
      throw new ProviderError('permanent', `${at.host} has no calendar of this account.`);
    }
    const account: CalendarAccount = { ...login, ...discovered };
    return { credentials: account, source: address.toLowerCase() };
  } catch (error) {
    if (error instanceof DavResponseError) {
      throw new ProviderError(
        'permanent',
        `${at.host} does not respond as a calendar server (CalDAV). Check the server.`,
        { cause: error },
      );
    }
    const cause = signal.aborted
      ? Object.assign(new Error('Out of time.'), { code: 'ETIMEOUT' })
      : error;
    throw toProviderError(cause, at);
  } finally {
    client.close();
  }
}
