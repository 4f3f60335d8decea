import { DeletedAccountsPage } from '../../features/account-changes/deleted-accounts-page.tsx';
import { usePageTitle } from '../../lib/page/page-title.ts';
import { useWorkspace } from '../../lib/workspaces/workspace-context.ts';

export function Component() {
  const { id } = useWorkspace();
  usePageTitle('Recently Deleted');
  return <DeletedAccountsPage key={id} />;
}
