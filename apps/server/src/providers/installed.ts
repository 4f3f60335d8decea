import type { Config } from '../config.ts';
import type { Provider } from '#modules/integrations/provider.ts';
import type { ProviderCheck } from '#modules/integrations/provider/provider-check.ts';
import { createCaldav } from './caldav/caldav.ts';
import { fathom } from './fathom/fathom.ts';
import { createFireflies } from './fireflies/fireflies.ts';
import { createGmail } from './gmail/gmail.ts';
import { checkGoogle } from './google-auth/check-google.ts';
import { createImap } from './imap/imap.ts';
import { checkMicrosoft } from './microsoft-auth/check-microsoft.ts';
import { createMailboxLimits } from './microsoft-auth/mailbox-limits.ts';
import { createMicrosoftCalendar } from './microsoft-calendar/microsoft-calendar.ts';
import { createMicrosoftMail } from './microsoft-mail/microsoft-mail.ts';
import { createGoogleCalendar } from './google-calendar/google-calendar.ts';

/**
 * Every provider that can be connected with these settings, in the order in which they are shown.
 */
export function installedProviders({
  google,
  microsoft,
  gmailUnitsPerMinute,
  firefliesUrl,
  firefliesRequestsPerDay,
  mailPrivateNetworks,
  mailboxMemoryMb,
}: Pick<
  Config,
  | 'google'
  | 'microsoft'
  | 'gmailUnitsPerMinute'
  | 'firefliesUrl'
  | 'firefliesRequestsPerDay'
  | 'mailPrivateNetworks'
  | 'mailboxMemoryMb'
>): Provider[] {
  const ofGoogle = google && [
    createGmail(google, gmailUnitsPerMinute),
    createGoogleCalendar(google),
  ];
  // Microsoft's limits are of a mailbox, calendar included.
  const limitsOf = createMailboxLimits();
  const ofMicrosoft = microsoft && [
    createMicrosoftMail(microsoft, limitsOf),
    createMicrosoftCalendar(microsoft, limitsOf),
  ];
  return [
    ...(ofGoogle ?? []),
    ...(ofMicrosoft ?? []),
    createImap({ privateNetworks: mailPrivateNetworks, memoryMb: mailboxMemoryMb }),
    createCaldav({ privateNetworks: mailPrivateNetworks }),
    createFireflies(firefliesUrl, firefliesRequestsPerDay),
    fathom,
  ];
}

/** The `doctor` checks of all vendors that have settings. */
export const providerChecks: readonly ProviderCheck[] = [checkGoogle, checkMicrosoft];
