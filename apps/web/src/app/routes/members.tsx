import { MembersPage } from '#features/members/members-page.tsx';
import { useWorkspacePageTitle } from '#lib/workspaces/workspace-page-title.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';

export function Component() {
  const workspace = useWorkspace();
  useWorkspacePageTitle('Members');
  return (
    <MembersPage
      key={workspace.id}
      workspace={workspace}
      title="Members"
      description={`Who can see the accounts of ${workspace.name}, and what is shared with it.`}
    />
  );
}
