import { defaultWorkspace } from '@repo/domain/default-workspace';
import { useQuery } from '@tanstack/react-query';
import { FolderX } from 'lucide-react';
import { Navigate } from 'react-router';
import { failureMessage } from '#lib/api/api-error.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { FETCH_FAILURE, workspacesQuery } from '#lib/workspaces/workspaces-query.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { LoadingState } from '#ui/feedback/loading-state.tsx';
import { readActiveWorkspace } from './active-workspace.ts';

/** Redirects to the workspace that `defaultWorkspace` chooses. */
export function DefaultWorkspaceRedirect() {
  const { data: workspaces, error, isFetching, refetch } = useQuery(workspacesQuery);
  if (workspaces === undefined && error === null) {
    return <LoadingState label="Finding your workspace..." className="animate-appear-late" />;
  }
  // A failed request does not mean that the remembered workspace is gone.
  const workspace = workspaces && defaultWorkspace(workspaces, readActiveWorkspace(workspaces));
  if (workspace !== undefined) return <Navigate to={workspacePath(workspace)} replace />;
  return (
    <EmptyState
      headingLevel={1}
      icon={<FolderX />}
      title="No Workspaces Available"
      description="You don't have access to any workspaces. Please contact your administrator."
      action={
        <div className="flex flex-col items-center gap-4">
          {error === null ? null : (
            <Banner kind="error">{failureText(failureMessage(error, ''))}</Banner>
          )}
          <Button loading={isFetching} onClick={() => void refetch()}>
            Try Again
          </Button>
        </div>
      }
    />
  );
}

const failureText = (reason: string): string =>
  reason === '' ? FETCH_FAILURE : `${FETCH_FAILURE}: ${reason}`;
