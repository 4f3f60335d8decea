import type { FoundServer } from '#modules/integrations/provider/connect-methods.ts';

interface Service extends FoundServer {
  /** Domains of its addresses, and of the mail servers (MX) of other domains that it hosts. */
  domains: readonly string[];
}

const tls = (host: string) => ({ host, port: 993, security: 'tls' }) as const;

const appPassword = (service: string, where: string): string =>
  `${service} needs an app password: create one at ${where} and enter it here.`;

/** Services with many users. Their settings need no lookup. */
const services: readonly Service[] = [
  {
    service: 'Gmail',
    domains: ['gmail.com', 'googlemail.com', 'google.com'],
    server: tls('imap.gmail.com'),
    help: appPassword('Gmail', 'myaccount.google.com/apppasswords'),
  },
  {
    service: 'iCloud Mail',
    domains: ['icloud.com', 'me.com', 'mac.com'],
    server: tls('imap.mail.me.com'),
    help: appPassword('iCloud', 'account.apple.com, under Sign-In and Security'),
  },
  {
    service: 'Fastmail',
    domains: ['fastmail.com', 'fastmail.fm', 'messagingengine.com'],
    server: tls('imap.fastmail.com'),
    help: appPassword('Fastmail', 'Settings, Privacy & Security'),
  },
  {
    service: 'Yahoo Mail',
    domains: ['yahoo.com', 'ymail.com', 'rocketmail.com', 'yahoodns.net'],
    server: tls('imap.mail.yahoo.com'),
    help: appPassword('Yahoo', 'login.yahoo.com/account/security'),
  },
  {
    service: 'AOL Mail',
    domains: ['aol.com'],
    server: tls('imap.aol.com'),
    help: appPassword('AOL', 'login.aol.com/account/security'),
  },
  {
    service: 'Microsoft 365',
    domains: ['outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'office365.com'],
    help: 'Microsoft accepts no passwords for reading mail, so this mailbox cannot be connected here.',
  },
  {
    service: 'Proton Mail',
    domains: ['proton.me', 'protonmail.com', 'pm.me', 'protonmail.ch'],
    help: 'Proton Mail can only be read by its own apps, so this mailbox cannot be connected here.',
  },
  {
    service: 'GMX',
    domains: ['gmx.net', 'gmx.de', 'gmx.at', 'gmx.ch'],
    server: tls('imap.gmx.net'),
  },
  { service: 'WEB.DE', domains: ['web.de'], server: tls('imap.web.de') },
  { service: 'mailbox.org', domains: ['mailbox.org'], server: tls('imap.mailbox.org') },
  { service: 'Posteo', domains: ['posteo.de', 'posteo.net'], server: tls('posteo.de') },
  {
    service: 'Zoho Mail',
    domains: ['zoho.com', 'zohomail.com'],
    server: tls('imap.zoho.com'),
    help: appPassword('Zoho', 'accounts.zoho.com, under Security'),
  },
];

/** The settings of the service that a domain, or a mail server of it, belongs to. */
export function findKnownServer(domain: string): FoundServer | undefined {
  const found = services.find(({ domains }) =>
    domains.some((one) => domain === one || domain.endsWith(`.${one}`)),
  );
  if (found === undefined) return undefined;
  const { domains: _, ...settings } = found;
  return settings;
}
