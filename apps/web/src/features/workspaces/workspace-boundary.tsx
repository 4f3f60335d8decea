import type { Workspace } from '@repo/contract/workspaces';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { HomeButton } from '#lib/page/home-button.tsx';
import { usePageTitle } from '#lib/page/page-title.ts';
import { useTimeZoneOf } from '#lib/time/workspace-time-zone.ts';
import { WorkspaceContext } from '#lib/workspaces/workspace-context.ts';
import { FETCH_FAILURE, workspacesQuery } from '#lib/workspaces/workspaces-query.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingState } from '#ui/feedback/loading-state.tsx';
import { storeActiveWorkspace } from './active-workspace.ts';
import { findWorkspace, type WorkspaceAddress } from './find-workspace.ts';

type Props = { address: WorkspaceAddress; children: ReactNode };

/** Finds the workspace that the address names, and gives it to the page within. */
export function WorkspaceBoundary({ address, children }: Props) {
  const { data: workspaces } = useQuery(workspacesQuery);
  const workspace = findWorkspace(workspaces, address);
  if (workspace === undefined) return <NoWorkspace address={address} />;
  return <OpenWorkspace workspace={workspace}>{children}</OpenWorkspace>;
}

function OpenWorkspace({ workspace, children }: { workspace: Workspace; children: ReactNode }) {
  useEffect(() => storeActiveWorkspace(workspace), [workspace]);
  const timeZone = useTimeZoneOf(workspace);
  // The key: no page keeps data of the previous workspace or time zone.
  return (
    <WorkspaceContext value={workspace} key={`${workspace.id} ${timeZone}`}>
      {children}
    </WorkspaceContext>
  );
}

function NoWorkspace({ address: { orgSlug, workspaceSlug } }: { address: WorkspaceAddress }) {
  const { data: workspaces, error, isFetching, refetch } = useQuery(workspacesQuery);
  usePageTitle('Workspace');
  if (workspaces !== undefined) {
    return (
      <EmptyState
        headingLevel={1}
        icon={<SearchX />}
        title="Workspace Not Found"
        description={`The workspace "${orgSlug}/${workspaceSlug}" could not be found or you don't have access to it.`}
        action={<HomeButton />}
      />
    );
  }
  if (error !== null) {
    return (
      <ErrorState
        headingLevel={1}
        title="Failed to load workspace"
        description={failureMessage(error, FETCH_FAILURE)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  return <LoadingState label="Loading workspace..." className="animate-appear-late" />;
}
