import type { AdminWorkspace } from '@repo/contract/admin';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../../lib/page/page-title.ts';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { isNotFound } from '../is-not-found.ts';
import { workspaceQuery } from './workspace-query.ts';

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
