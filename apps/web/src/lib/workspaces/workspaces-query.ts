import type { Workspace } from '@repo/contract/workspaces';
import { queryOptions } from '@tanstack/react-query';
import { apiRequestOrThrow } from '../api/api-request.ts';
import { retryWhileUnavailable } from '../api/retry-while-unavailable.ts';
import { fieldsOf, readFields, textOf } from '../api/read-fields.ts';
import { readList } from '../api/read-list.ts';

/** The message if the server gives no reason. */
export const FETCH_FAILURE = 'Failed to fetch workspaces';

/** The workspaces of the signed-in user, in the order of joining. */
export const workspacesQuery = queryOptions({
  queryKey: ['workspaces'],
  queryFn: ({ signal }) => fetchWorkspaces(signal),
  staleTime: 60_000,
  refetchInterval: retryWhileUnavailable,
});

async function fetchWorkspaces(signal: AbortSignal): Promise<Workspace[]> {
  const data = await apiRequestOrThrow('GET /api/workspaces', { signal });
  if (!Array.isArray(data?.items)) throw new Error(FETCH_FAILURE);
  return readList(data.items, 'workspaces', hasAddress, KINDS).map(withOrganization);
}

const KINDS = { id: 'id', name: 'text', slug: 'text', role: 'text' } as const;

/** Without these a workspace could be neither grouped nor opened. */
function hasAddress({ id, slug, organization }: Workspace): boolean {
  return [id, slug, textOf(fieldsOf(organization)['slug'])].every((part) => part !== '');
}

function withOrganization(workspace: Workspace): Workspace {
  const organization = readFields(workspace.organization, {
    id: 'id',
    name: 'text',
    slug: 'text',
  });
  const { id, slug } = organization;
  const name = workspace.name || workspace.slug;
  return {
    ...workspace,
    name,
    organization: { ...organization, id: id || slug, name: organization.name || slug },
  };
}
