import type { ProviderDescriptor } from '@repo/contract/providers';

/** The texts of the import wizard about the mailbox that it reads. */
export interface MailboxTexts {
  step: string;
  wizard: string;
  checking: string;
  connected: string;
  notConnected: string;
  discovering: string;
  nothingDiscovered: string;
}

/** The wizard's texts as the specification has them (part 1, 'Import Accounts'), by mail provider. */
export const specifiedMailboxTexts: Readonly<Record<string, MailboxTexts>> = {
  gmail: {
    step: 'Connect to Gmail',
    wizard: 'Discover and import accounts from your Gmail activity',
    checking: 'Checking Gmail connection...',
    connected: 'Gmail Connected!',
    notConnected: 'Connect Your Gmail',
    discovering: 'Scanning your Gmail activity from the last 14 days...',
    nothingDiscovered: 'No domains were discovered from your recent Gmail activity.',
  },
};

/**
 * The providers of the specification (part 2, section 3, 'Integrations'), for a server that does not
 * describe its own. Nothing else in the web application names a provider, except for its icon.
 */
export const specifiedProviders: readonly ProviderDescriptor[] = [
  {
    id: 'gmail',
    name: 'Gmail',
    kind: 'mail',
    connection: 'redirect',
    capabilities: ['compare', 'find-message'],
    messageIdHelp:
      'In Gmail, open the message menu and choose Show original to see the Message-ID.',
  },
  {
    id: 'google_calendar',
    name: 'Google Calendar',
    kind: 'calendar',
    connection: 'redirect',
    capabilities: ['compare'],
  },
  {
    id: 'fireflies',
    name: 'Fireflies.ai',
    kind: 'calls',
    connection: 'api-key',
    capabilities: ['compare'],
    connectHelp: 'Find it in Fireflies.ai under Integrations > Fireflies API.',
  },
  {
    id: 'fathom',
    name: 'Fathom <> Zapier (beta)',
    kind: 'calls',
    connection: 'webhook',
    capabilities: [],
    note: 'Manual template config required',
    connectHelp:
      'In Zapier, make a Zap that starts with a new Fathom recording and posts it to a webhook. Configure its POST action with these webhook details.',
  },
];
