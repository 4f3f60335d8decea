import type { EndpointResponse } from '@repo/contract/endpoints';
import type { Integration } from '@repo/contract/integrations';
import type { ProviderDescriptor } from '@repo/contract/providers';
import { queryOptions } from '@tanstack/react-query';
import { apiRequestOrThrow } from '../api/api-request.ts';
import { readList } from '../api/read-list.ts';
import { readProviders } from './read-providers.ts';

/** The user's integrations, and the providers that can be connected here. */
export const integrationsQuery = queryOptions({
  queryKey: ['integrations'],
  queryFn: ({ signal }) => fetchIntegrations(signal),
});

export type Integrations = Pick<
  EndpointResponse<'GET /api/integrations'>,
  'integrations' | 'sandbox'
> & {
  providers: ProviderDescriptor[];
};

async function fetchIntegrations(signal: AbortSignal): Promise<Integrations> {
  const data = await apiRequestOrThrow('GET /api/integrations', { signal });
  if (!Array.isArray(data?.integrations)) throw new Error('Failed to load integrations');
  return {
    integrations: readList(data.integrations, 'integrations', hasProvider, KINDS),
    providers: readProviders(data.availableProviders, data.providers),
    ...(data.sandbox && { sandbox: data.sandbox }),
  };
}

const KINDS = {
  id: 'id',
  provider: 'text',
  isConnected: 'flag',
  needsReauth: 'flag',
  lastSyncedAt: 'nullableText',
} as const;

const hasProvider = ({ provider }: Integration) => (provider as string) !== '';
