import { useParams } from 'react-router';
import { WorkspaceLoader } from '#features/admin/workspaces/workspace-loader.tsx';
import { MembersPage } from '#features/members/members-page.tsx';

export function Component() {
  const { workspaceId = '' } = useParams();
  return (
    <WorkspaceLoader id={workspaceId} key={workspaceId}>
      {(workspace) => (
        <MembersPage
          workspace={workspace}
          title={workspace.name}
          description={`Members of the workspace ${workspace.organization.slug}/${workspace.slug} of ${workspace.organization.name}.`}
        />
      )}
    </WorkspaceLoader>
  );
}
