import type { AdminWorkspace } from '@repo/contract/admin';
import { useQuery, queryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { fieldsOf, textOf } from '#lib/api/read-fields.ts';
import { usePageTitle } from '#lib/page/page-title.ts';
import { LoadingState } from '#ui/feedback/loading-state.tsx';
import { adminKeys } from '../admin-keys.ts';
import { isNotFound } from '#lib/api/is-not-found.ts';
import { LoadFailure } from '../load-failure.tsx';

type Props = { id: string; children: (workspace: AdminWorkspace) => ReactNode };

/** Finds the workspace that an address of the administration names. */
export function WorkspaceLoader({ id, children }: Props) {
  const { data: workspace, error, isFetching, refetch } = useQuery(workspaceQuery(id));
  usePageTitle(workspace?.name ?? 'Workspace');
  if (workspace !== undefined) return children(workspace);
  if (error === null) {
    return <LoadingState label="Loading workspace..." className="animate-appear-late" />;
  }
  return (
    <LoadFailure
      noun="workspace"
      failure="Failed to load workspace"
      error={isNotFound(error) ? undefined : error}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}

/** A workspace as administrators see it. */
const workspaceQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.workspace(id),
    queryFn: async ({ signal }) => {
      const { workspace } = await apiRequestOrThrow('GET /api/admin/workspaces/{id}', {
        params: { id },
        signal,
      });
      const { name, organization } = fieldsOf(workspace);
      const shown = { ...workspace, name: textOf(name) };
      if (shown.name === '' || textOf(fieldsOf(organization)['name']) === '') {
        throw new Error('The response contains no workspace.');
      }
      return shown;
    },
  });
