import type { TrackedDomain } from '@repo/contract/domains';
import { queryOptions } from '@tanstack/react-query';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { fieldsOf, textOf } from '#lib/api/read-fields.ts';
import { isFullServer } from '#lib/server-level.ts';
import { readLevel } from '#lib/sharing/level-texts.ts';
import { readList } from '#lib/api/read-list.ts';

/** The domains that the signed-in user tracks. */
export const domainsQuery = queryOptions({
  queryKey: ['domains'],
  queryFn: ({ signal }) => fetchDomains(signal),
});

async function fetchDomains(signal: AbortSignal): Promise<TrackedDomain[]> {
  const data = await apiRequestOrThrow('GET /api/accounts', { query: { type: 'domains' }, signal });
  if (!Array.isArray(data?.domains)) throw new Error('Failed to fetch domains');
  return readList(data.domains, 'domains', isUsable, KINDS).map((domain) => ({
    ...domain,
    workspaceShares: readShares(domain.workspaceShares),
  }));
}

const KINDS = { id: 'id', domain: 'text', addedAt: 'text' } as const;

const isUsable = ({ id, domain }: TrackedDomain) => id !== '' && domain !== '';

function readShares(received: TrackedDomain['workspaceShares']): TrackedDomain['workspaceShares'] {
  const isKnown = ({ workspaceId }: (typeof received)[number]) => workspaceId !== '';
  return readList(received, 'shares of a domain', isKnown, { workspaceId: 'id' }).map(
    ({ workspaceId, workspace, level }) => ({
      workspaceId,
      workspace: { name: textOf(fieldsOf(workspace)['name']) || workspaceId },
      // Beyond the specification.
      level: isFullServer() ? readLevel(level) : undefined,
    }),
  );
}
