import type { EndpointResponse } from '@repo/contract/endpoints';
import type { Integration } from '@repo/contract/integrations';
import type { ProviderDescriptor } from '@repo/contract/providers';
import { queryOptions } from '@tanstack/react-query';
import { apiRequestOrThrow } from '../api/api-request.ts';
import { isFullServer } from '../server-level.ts';
import { readList } from '../api/read-list.ts';
import { connectionsIn } from './read-connections.ts';
import { readProviders } from './read-providers.ts';

/** The user's integrations, and the providers that can be connected here. */
export const integrationsQuery = queryOptions({
  queryKey: ['integrations'],
  queryFn: ({ signal }) => fetchIntegrations(signal),
});

export type Integrations = Pick<
  EndpointResponse<'GET /api/integrations'>,
  'sandbox' | 'approvals'
> & {
  /** Several of one provider where the server lists them, the first one first. */
  integrations: Integration[];
  providers: ProviderDescriptor[];
};

async function fetchIntegrations(signal: AbortSignal): Promise<Integrations> {
  const data = await apiRequestOrThrow('GET /api/integrations', { signal });
  const listed = connectionsIn(data ?? {});
  if (listed === undefined) throw new Error('Failed to load integrations');
  return {
    integrations: readList(listed, 'integrations', hasProvider, KINDS),
    providers: readProviders(data.availableProviders, data.providers),
    ...(data.sandbox && { sandbox: data.sandbox }),
    ...(isFullServer() && data.approvals && { approvals: data.approvals }),
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

/** The key of the domains found in the user's mailboxes; another mailbox changes them. */
export const discoveryKey = ['discovery'] as const;
