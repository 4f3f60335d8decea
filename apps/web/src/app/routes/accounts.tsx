import type { Workspace } from '@repo/contract/workspaces';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { viewSearch } from '#features/accounts-grid/data/view-address.ts';
import { AccountsPage } from '#features/accounts-grid/view/accounts-page.tsx';
import type { AccountSelection } from '#features/accounts-grid/selection/use-account-selection.ts';
import type { ImportDomainDialogProps } from '#features/import-domain/import-domain-dialog.tsx';
import { isFullServer } from '#lib/server-level.ts';
import { usePageTitle } from '#lib/page/page-title.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { lazyDialog } from '#ui/overlays/lazy-dialog.tsx';
import { lazyPart } from '../lazy-part.tsx';
import { GettingStartedPanel } from '../getting-started-panel.tsx';

/** With its form, which the grid itself does without: loaded when it is first opened. */
const ImportDomainDialog = lazyDialog(
  async () => (await import('#features/import-domain/import-domain-dialog.tsx')).ImportDomainDialog,
);

/** Loaded when the first row is selected. */
const SelectionBar = lazyPart(
  async () =>
    (await import('#features/account-selection/account-selection-bar.tsx')).AccountSelectionBar,
);

/** Loaded when the menu of a row is first opened. */
const RowMenu = lazyPart(async () => (await import('../account-row-menu.tsx')).AccountRowMenu);

export function Component() {
  const workspace = useWorkspace();
  const { search } = useLocation();
  usePageTitle('Accounts');
  const { defaultView } = workspace;
  if (search === '' && defaultView && isFullServer()) {
    return <Navigate replace to={viewSearch(defaultView)} />;
  }
  const isNewHere = isFullServer() && workspace.gettingStarted === true;
  return (
    <AccountsPage
      key={workspace.id}
      workspace={workspace}
      renderNewAccount={(dialog) => <NewAccount workspace={workspace} {...dialog} />}
      renderGettingStarted={
        isNewHere ? (state) => <GettingStartedPanel workspace={workspace} {...state} /> : undefined
      }
      renderRowMenu={
        isFullServer()
          ? ({ selected, key, ...menu }) => (
              <RowMenu
                key={key}
                {...menu}
                isSelected={selected.some(({ id }) => id === menu.account.id)}
              />
            )
          : undefined
      }
      renderSelection={
        isFullServer()
          ? (selection) => <Selection workspace={workspace} {...selection} />
          : undefined
      }
    />
  );
}

function Selection(props: AccountSelection & { workspace: Workspace }) {
  const [isWanted, setIsWanted] = useState(false);
  if (props.selected.length > 0 && !isWanted) setIsWanted(true);
  return isWanted ? <SelectionBar {...props} /> : null;
}

function NewAccount(props: ImportDomainDialogProps) {
  const [isWanted, setIsWanted] = useState(false);
  if (props.open && !isWanted) setIsWanted(true);
  return isWanted ? <ImportDomainDialog {...props} /> : null;
}
