import type {
  ProviderConnection,
  ProviderDescriptor,
  ProviderKind,
} from '@repo/contract/providers';
import { readList, warnOfSkipped } from '../api/read-list.ts';
import { isFullServer } from '../server-level.ts';
import { specifiedProviders } from './specified-providers.ts';

/** The providers that can be connected here; one with an unknown kind of connection is skipped. */
const connections = (): readonly ProviderConnection[] =>
  isFullServer()
    ? ['redirect', 'api-key', 'webhook', 'server-login']
    : ['redirect', 'api-key', 'webhook'];
const KINDS: readonly ProviderKind[] = ['mail', 'calendar', 'calls'];

/**
 * Returns the server's providers in the order of the cards: as it describes them, or those of the
 * specification. A provider in neither list is skipped.
 */
export function readProviders(available: unknown, described: unknown): ProviderDescriptor[] {
  if (isFullServer() && Array.isArray(described)) {
    return readList(described as ProviderDescriptor[], 'providers', isUsable);
  }
  const ids = readIds(available);
  return specifiedProviders.filter(({ id }) => ids.includes(id));
}

export function findProvider(
  providers: readonly ProviderDescriptor[],
  wanted: string | null,
): ProviderDescriptor | undefined {
  return providers.find(({ id }) => id === wanted);
}

function isUsable(provider: Partial<ProviderDescriptor>): boolean {
  const { id, name, kind, connection, capabilities, ...texts } = provider;
  return (
    typeof id === 'string' &&
    typeof name === 'string' &&
    KINDS.some((known) => known === kind) &&
    connections().some((known) => known === connection) &&
    Array.isArray(capabilities) &&
    [texts.note, texts.connectHelp, texts.messageIdHelp].every(
      (text) => text === undefined || typeof text === 'string',
    )
  );
}

/**
 * The ids of the providers on offer. The specification names the list but not its entries: they may
 * be ids, or objects with the id under one of the usual names.
 */
function readIds(received: unknown): string[] {
  if (!Array.isArray(received)) return [];
  const ids = received.flatMap((entry: unknown) => idIn(entry) ?? []);
  warnOfSkipped('available providers', received.length - ids.length);
  return ids;
}

function idIn(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry;
  if (typeof entry !== 'object' || entry === null) return undefined;
  const fields = entry as Record<string, unknown>;
  const names = ['provider', 'id', 'key', 'slug', 'type', 'name'].map((name) => fields[name]);
  const given = names.filter((value): value is string => typeof value === 'string');
  return given.find((value) => findProvider(specifiedProviders, value)) ?? given[0];
}
