import { Outlet, useParams } from 'react-router';
import { WorkspaceBoundary } from '#features/workspaces/workspace-boundary.tsx';

export function Component() {
  const { orgSlug = '', workspaceSlug = '' } = useParams();
  return (
    <WorkspaceBoundary address={{ orgSlug, workspaceSlug }}>
      <Outlet />
    </WorkspaceBoundary>
  );
}
