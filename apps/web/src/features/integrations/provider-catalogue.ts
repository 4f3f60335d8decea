import type { ProviderId } from '@repo/contract/integrations';
import { CalendarDays, Captions, Mail, Video, type LucideIcon } from 'lucide-react';

export type ProviderEntry = {
  id: ProviderId;
  name: string;
  /** What it brings. */
  kind: string;
  note?: string;
  /** What it has can be compared with what is stored. */
  comparable: boolean;
  /** It can be asked where a single message is. */
  findsMessages: boolean;
  icon: LucideIcon;
};

/** The providers that have a card, in the order of the cards. */
export const providerCatalogue: readonly ProviderEntry[] = [
  { id: 'gmail', name: 'Gmail', kind: 'Email', icon: Mail, comparable: true, findsMessages: true },
  {
    id: 'google_calendar',
    name: 'Google Calendar',
    kind: 'Calendar',
    icon: CalendarDays,
    comparable: true,
    findsMessages: false,
  },
  {
    id: 'fireflies',
    name: 'Fireflies.ai',
    kind: 'Call transcription',
    icon: Captions,
    comparable: true,
    findsMessages: false,
  },
  {
    id: 'fathom',
    name: 'Fathom <> Zapier (beta)',
    kind: 'Call transcription',
    note: 'Manual template config required',
    icon: Video,
    comparable: false,
    findsMessages: false,
  },
];

/** As people know a provider. */
export function providerName(provider: ProviderId): string {
  return findProvider(provider)?.name ?? provider;
}

/** @param provider from outside: an address may name one that does not exist. */
export function findProvider(provider: string | null): ProviderEntry | undefined {
  return providerCatalogue.find(({ id }) => id === provider);
}
