import type { TrackedDomain } from '@repo/contract/domains';
import { queryOptions } from '@tanstack/react-query';
import { apiRequestOrThrow } from '../../lib/api/api-request.ts';
import { readList } from '../../lib/api/read-list.ts';

/** The domains that the signed-in person tracks. */
export const domainsQuery = queryOptions({
  queryKey: ['domains'],
  queryFn: ({ signal }) => fetchDomains(signal),
});

async function fetchDomains(signal: AbortSignal): Promise<TrackedDomain[]> {
  const data = await apiRequestOrThrow('GET /api/accounts', { query: { type: 'domains' }, signal });
  if (!Array.isArray(data?.domains)) throw new Error('Failed to fetch domains');
  return readList(data.domains, 'domains', hasName).map((domain) => ({
    ...domain,
    workspaceShares: readList(domain.workspaceShares, 'shares of a domain'),
  }));
}

const hasName = ({ domain }: TrackedDomain) => typeof domain === 'string';
