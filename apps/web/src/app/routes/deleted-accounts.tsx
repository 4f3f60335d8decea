import { DeletedAccountsPage } from '#features/account-changes/deleted-accounts-page.tsx';
import { useWorkspacePageTitle } from '#lib/workspaces/workspace-page-title.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';

export function Component() {
  const { id } = useWorkspace();
  useWorkspacePageTitle('Recently Deleted');
  return <DeletedAccountsPage key={id} />;
}
