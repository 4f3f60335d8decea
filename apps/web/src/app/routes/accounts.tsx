import { AccountsPage } from '../../features/accounts-grid/view/accounts-page.tsx';
import { ImportDomainDialog } from '../../features/import-domain/import-domain-dialog.tsx';
import { hasFeature } from '../../lib/features.ts';
import { usePageTitle } from '../../lib/page/page-title.ts';
import { useWorkspace } from '../../lib/workspaces/workspace-context.ts';
import { GettingStartedPanel } from '../getting-started-panel.tsx';

export function Component() {
  const workspace = useWorkspace();
  usePageTitle('Accounts');
  const isNewHere = hasFeature('getting-started') && workspace.gettingStarted === true;
  return (
    <AccountsPage
      key={workspace.id}
      workspace={workspace}
      renderNewAccount={(dialog) => <ImportDomainDialog workspace={workspace} {...dialog} />}
      renderGettingStarted={
        isNewHere ? (state) => <GettingStartedPanel workspace={workspace} {...state} /> : undefined
      }
    />
  );
}
