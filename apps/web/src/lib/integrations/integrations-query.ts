import type { CallAnswer } from '@repo/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../api/call.ts';

/** What the person has connected, and what can be connected here. */
export const integrationsQuery = queryOptions({
  queryKey: ['integrations'],
  queryFn: ({ signal }) => fetchIntegrations(signal),
});

type Integrations = CallAnswer<'GET /api/integrations'>;

async function fetchIntegrations(signal: AbortSignal): Promise<Integrations> {
  const data = await callOrThrow('GET /api/integrations', { signal });
  if (!Array.isArray(data?.integrations)) throw new Error('Failed to load integrations');
  return data;
}
