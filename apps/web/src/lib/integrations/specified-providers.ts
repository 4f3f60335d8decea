import type { ProviderDescriptor } from '@repo/contract/providers';

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
    messageIdHelp: 'In Gmail, Show original in the message’s menu tells the Message-ID.',
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
