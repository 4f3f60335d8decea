import type { ProviderDescriptor } from '@repo/contract/providers';
import { useQuery } from '@tanstack/react-query';
import { isFullServer } from '../server-level.ts';
import { integrationsQuery, type Integrations } from './integrations-query.ts';
import {
  type MailboxTexts,
  specifiedMailboxTexts,
  specifiedProviders,
} from './specified-providers.ts';

export type Mailbox = {
  /** The provider's name for texts such as 'Connect Gmail', or a word for any of several. */
  name: string;
  /** Mail can be read: its provider is connected and needs no new consent. */
  isConnected: boolean;
  texts: MailboxTexts;
};

/**
 * Returns the source of the user's mail: the connected mail provider, else the one that can be connected.
 *
 * @param data undefined while it is not known.
 */
export function mailboxOf(data: Integrations | undefined): Mailbox {
  const offered = mailProviders(data?.providers ?? []);
  const specified = mailProviders(specifiedProviders);
  // A connected mailbox counts, even if its provider is no longer offered.
  const connected = [...offered, ...specified].find(({ id }) =>
    data?.integrations.some(
      ({ provider, isConnected, needsReauth }) => provider === id && isConnected && !needsReauth,
    ),
  );
  if (connected !== undefined) return describeMailbox(connected, true);
  // Of several, the specification's provider comes first, because the specification defines its texts.
  const named = offered.find(({ id }) => specifiedMailboxTexts[id] !== undefined);
  const [first, ...others] = offered.length === 0 ? specified : offered;
  return describeMailbox(named ?? (others.length === 0 ? first : undefined), false);
}

/** The user's mailbox, for texts; as the specification has it until it is known. */
export function useMailbox(): Mailbox {
  // A server that describes no providers has only the specification's.
  const { data } = useQuery({ ...integrationsQuery, enabled: isFullServer() });
  return mailboxOf(data);
}

/** @param provider undefined where several can be connected */
function describeMailbox(provider: ProviderDescriptor | undefined, isConnected: boolean): Mailbox {
  const name = provider?.name ?? 'Mailbox';
  const activity = `${provider?.name ?? 'email'} activity`;
  const texts = specifiedMailboxTexts[provider?.id ?? ''] ?? {
    step: `Connect to ${name}`,
    wizard: `Discover and import accounts from your ${activity}`,
    checking: `Checking ${name} connection...`,
    connected: `${name} Connected!`,
    notConnected: `Connect Your ${name}`,
    discovering: `Scanning your ${activity} from the last 14 days...`,
    nothingDiscovered: `No domains were discovered from your recent ${activity}.`,
  };
  return { name, isConnected, texts };
}

const mailProviders = (providers: readonly ProviderDescriptor[]) =>
  providers.filter(({ kind }) => kind === 'mail');
