import type { EndpointResponse } from '@repo/contract/endpoints';
import type { Integration, ProviderId } from '@repo/contract/integrations';
import { queryOptions } from '@tanstack/react-query';
import { apiRequestOrThrow } from '../api/api-request.ts';
import { readList, warnOfSkipped } from '../api/read-list.ts';

/** What the person has connected, and what can be connected here. */
export const integrationsQuery = queryOptions({
  queryKey: ['integrations'],
  queryFn: ({ signal }) => fetchIntegrations(signal),
});

type Integrations = EndpointResponse<'GET /api/integrations'>;

async function fetchIntegrations(signal: AbortSignal): Promise<Integrations> {
  const data = await apiRequestOrThrow('GET /api/integrations', { signal });
  if (!Array.isArray(data?.integrations)) throw new Error('Failed to load integrations');
  return {
    ...data,
    integrations: readList(data.integrations, 'integrations', hasProvider),
    availableProviders: readProviders(data.availableProviders),
  };
}

const PROVIDERS: ReadonlySet<string> = new Set([
  'gmail',
  'google_calendar',
  'fireflies',
  'fathom',
] satisfies ProviderId[]);

const hasProvider = ({ provider }: Integration) => typeof provider === 'string';

/**
 * The ids of the providers on offer. The specification names the list but not its entries: they may
 * be ids, or objects with the id under one of the usual names.
 */
function readProviders(received: unknown): ProviderId[] {
  if (!Array.isArray(received)) return [];
  const ids = received.flatMap((entry: unknown) => providerIdIn(entry) ?? []);
  warnOfSkipped('available providers', received.length - ids.length);
  return ids as ProviderId[];
}

function providerIdIn(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry;
  if (typeof entry !== 'object' || entry === null) return undefined;
  const fields = entry as Record<string, unknown>;
  const names = ['provider', 'id', 'key', 'slug', 'type', 'name'].map((name) => fields[name]);
  const given = names.filter((value): value is string => typeof value === 'string');
  return given.find((value) => PROVIDERS.has(value)) ?? given[0];
}
