import type { AdminWorkspace } from '@repo/contract/admin';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { usePageTitle } from '../../lib/page-title.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { isNobodys } from './is-nobodys.ts';
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
  const isMissing = isNobodys(error);
  return (
    <ErrorState
      headingLevel={1}
      title={isMissing ? 'Workspace not found' : 'Failed to load workspace'}
      description={isMissing ? 'The link may be old or mistyped.' : error.message}
      onRetry={isMissing ? undefined : () => void refetch()}
      retrying={isFetching}
      action={
        <Button asChild>
          <Link to="/admin/workspaces">Back to workspaces</Link>
        </Button>
      }
    />
  );
}
