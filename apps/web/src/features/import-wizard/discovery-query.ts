import { limits } from '@repo/contract/page-limits';
import type { EndpointResponse } from '@repo/contract/endpoints';
import type { DiscoveredDomain } from '@repo/contract/domains';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, isNetworkError, failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { isFullServer } from '#lib/server-level.ts';
import { discoveryKey } from '#lib/integrations/integrations-query.ts';
import { countOf } from '#lib/api/read-fields.ts';
import { readList, readTexts } from '#lib/api/read-list.ts';

/** The interval at which the progress of a running discovery is requested. */
const POLL_MS = 500;

/** How long the wizard shows discovered domains without requesting them again. */
const FRESH_MS = 5 * 60_000;

const FALLBACK = 'Failed to discover domains';

export type Discovery = EndpointResponse<'GET /api/accounts/discover'>;

/**
 * The domains that the server found in the user's mailbox. A server that reports progress responds early with
 * the domains so far and is polled until it is done. It continues without polling, so that leaving loses
 * nothing. The domains are kept as long as the session.
 */
export const discoveryQuery = queryOptions({
  queryKey: [...discoveryKey, limits.discoveryDays],
  queryFn: ({ signal }) => discover(signal),
  gcTime: Infinity,
  staleTime: (query) => (isRunning(query.state.data) ? 0 : FRESH_MS),
  refetchInterval: (query) =>
    query.state.status === 'success' && isRunning(query.state.data) ? POLL_MS : false,
});

async function discover(signal: AbortSignal): Promise<Discovery> {
  const data = await apiRequestOrThrow('GET /api/accounts/discover', {
    query: {
      days: limits.discoveryDays,
      ...(isFullServer() && { progress: 'true' }),
    },
    signal,
  });
  if (!Array.isArray(data?.domains)) throw new ApiError('Server Error', { message: '' });
  if (data.progress?.state === 'failed') {
    // The status of a refusal: the user decides whether to retry.
    throw new ApiError('Server Error', { message: data.progress.message ?? '', status: 409 });
  }
  return {
    ...data,
    ...(data.progress && { progress: readProgress(data.progress) }),
    domains: readList(data.domains, 'discovered domains', hasName, KINDS).map(withSamples),
  };
}

const KINDS = { domain: 'text', activityCount: 'count' } as const;

const hasName = ({ domain }: DiscoveredDomain) => domain !== '';

function withSamples(domain: DiscoveredDomain): DiscoveredDomain {
  const { activityCount, sampleNames, sampleEmails } = domain;
  return {
    ...domain,
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- A server may leave it out.
    activityCount: activityCount ?? 0,
    sampleNames: readTexts(sampleNames, 'sample names'),
    sampleEmails: readTexts(sampleEmails, 'sample addresses'),
  };
}

function readProgress(received: NonNullable<Discovery['progress']>) {
  const { processed, total } = received;
  return { ...received, processed: countOf(processed) ?? 0, total: countOf(total) ?? null };
}

/** Whether more is to come. */
export function isRunning(discovery: Discovery | undefined): boolean {
  return discovery?.progress?.state === 'running';
}

export function discoveryFailure(error: Error): string {
  if (isNetworkError(error)) return 'Network error occurred while discovering domains';
  return failureMessage(error, FALLBACK);
}

/** The most active first, whichever way the server sends them. */
export function byActivity(domains: readonly DiscoveredDomain[]): DiscoveredDomain[] {
  return domains.toSorted((one, other) => other.activityCount - one.activityCount);
}
