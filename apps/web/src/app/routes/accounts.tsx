import { AccountsPage } from '../../features/accounts-grid/view/accounts-page.tsx';
import { ImportDomainDialog } from '../../features/import-domain/import-domain-dialog.tsx';
import { usePageTitle } from '../../lib/page/page-title.ts';
import { useWorkspace } from '../../lib/workspaces/workspace-context.ts';

export function Component() {
  const workspace = useWorkspace();
  usePageTitle('Accounts');
  return (
    <AccountsPage
      key={workspace.id}
      workspace={workspace}
      renderNewAccount={(dialog) => <ImportDomainDialog workspace={workspace} {...dialog} />}
    />
  );
}
