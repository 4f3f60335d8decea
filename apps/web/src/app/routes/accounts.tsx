import { Suspense, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { viewSearch } from '../../features/accounts-grid/data/view-address.ts';
import { AccountsPage } from '../../features/accounts-grid/view/accounts-page.tsx';
import type { ImportDomainDialogProps } from '../../features/import-domain/import-domain-dialog.tsx';
import { hasFeature } from '../../lib/features.ts';
import { usePageTitle } from '../../lib/page/page-title.ts';
import { useWorkspace } from '../../lib/workspaces/workspace-context.ts';
import { lazyDialog } from '../../ui/overlays/lazy-dialog.ts';
import { GettingStartedPanel } from '../getting-started-panel.tsx';

/** With its form, which the grid itself does without: loaded when it is first opened. */
const ImportDomainDialog = lazyDialog(
  async () =>
    (await import('../../features/import-domain/import-domain-dialog.tsx')).ImportDomainDialog,
);

export function Component() {
  const workspace = useWorkspace();
  const { search } = useLocation();
  usePageTitle('Accounts');
  const { defaultView } = workspace;
  if (search === '' && defaultView && hasFeature('saved-views')) {
    return <Navigate replace to={viewSearch(defaultView)} />;
  }
  const isNewHere = hasFeature('getting-started') && workspace.gettingStarted === true;
  return (
    <AccountsPage
      key={workspace.id}
      workspace={workspace}
      renderNewAccount={(dialog) => <NewAccount workspace={workspace} {...dialog} />}
      renderGettingStarted={
        isNewHere ? (state) => <GettingStartedPanel workspace={workspace} {...state} /> : undefined
      }
    />
  );
}

function NewAccount(props: ImportDomainDialogProps) {
  const [isWanted, setIsWanted] = useState(false);
  if (props.open && !isWanted) setIsWanted(true);
  return isWanted ? (
    <Suspense>
      <ImportDomainDialog {...props} />
    </Suspense>
  ) : null;
}
