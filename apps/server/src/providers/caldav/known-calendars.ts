import type { FoundServer } from '#modules/integrations/provider/connect-methods.ts';

interface Service extends FoundServer {
  /** Domains of its addresses, and of the mail servers (MX) of other domains that it hosts. */
  domains: readonly string[];
  /** Its other servers: a user's calendars may be on one of them. */
  hosts?: RegExp;
}

const https = (host: string, port = 443) => ({ host, port, security: 'tls' }) as const;

const appPassword = (service: string, where: string): string =>
  `${service} needs an app password: create one at ${where} and enter it here.`;

/** Services with many users. Their settings need no lookup. */
const services: readonly Service[] = [
  {
    service: 'Google Calendar',
    domains: ['gmail.com', 'googlemail.com', 'google.com'],
    help: 'Google accepts no passwords for calendars. Connect Google Calendar instead.',
  },
  {
    service: 'iCloud Calendar',
    domains: ['icloud.com', 'me.com', 'mac.com'],
    server: https('caldav.icloud.com'),
    hosts: /^p\d{1,4}-caldav\.icloud\.com$/,
    help: appPassword('iCloud', 'account.apple.com, under Sign-In and Security'),
  },
  {
    service: 'Fastmail',
    domains: ['fastmail.com', 'fastmail.fm', 'messagingengine.com'],
    server: https('caldav.fastmail.com'),
    help: appPassword('Fastmail', 'Settings, Privacy & Security'),
  },
  {
    service: 'Yahoo Calendar',
    domains: ['yahoo.com', 'ymail.com', 'rocketmail.com', 'yahoodns.net'],
    server: https('caldav.calendar.yahoo.com'),
    help: appPassword('Yahoo', 'login.yahoo.com/account/security'),
  },
  {
    service: 'Microsoft 365',
    domains: ['outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'office365.com'],
    help: 'Microsoft offers no CalDAV, so this calendar cannot be connected here.',
  },
  {
    service: 'Proton Calendar',
    domains: ['proton.me', 'protonmail.com', 'pm.me', 'protonmail.ch'],
    help: 'Proton Calendar can only be read by its own apps, so this calendar cannot be connected here.',
  },
];

/** The settings of the service that a domain, or a mail server of it, belongs to. */
export function findKnownCalendars(domain: string): FoundServer | undefined {
  const found = services.find(({ domains }) =>
    domains.some((one) => domain === one || domain.endsWith(`.${one}`)),
  );
  if (found === undefined) return undefined;
  const { domains: _, hosts: _hosts, ...settings } = found;
  return settings;
}

/** Whether an address is at another server of the same known service. */
export function mayReceivePassword(host: string, { protocol, hostname, port }: URL): boolean {
  const service = services.find(({ server }) => server?.host === host.toLowerCase());
  return protocol === 'https:' && port === '' && (service?.hosts?.test(hostname) ?? false);
}
