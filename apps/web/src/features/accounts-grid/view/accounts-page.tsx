import type { Workspace } from '@repo/contract/workspaces';
import { summaryDays } from '@repo/domain/time/timeline-window';
import { useCallback, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { plural, someOf } from '@repo/domain/text/plural';
import { useFocusFallback } from '#lib/hooks/use-focus-fallback.ts';
import { isFullServer } from '#lib/server-level.ts';
import { useNow } from '#lib/time/use-now.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import type { ColumnActions } from '#ui/data-grid/header/header-cell.tsx';
import { DataGrid, type GridHandle } from '#ui/data-grid/data-grid.tsx';
import type { Account } from '../data/account.ts';
import { AccountsMessage } from './accounts-message.tsx';
import { AccountsToolbar } from './accounts-toolbar.tsx';
import { clearedView, isNarrowed } from '../data/accounts-view.ts';
import { useAccountsView } from '../data/use-accounts-view.ts';
import { useFilterPeople } from '../data/filter-options.ts';
import { accountColumns, type ColumnId } from '../columns/column-registry.ts';
import { hideColumn, moveColumn, resizeColumn } from '../columns/column-state.ts';
import { moveDayLink } from '../columns/day-link.tsx';
import { followCellLink } from '../columns/follow-cell-link.ts';
import { CONTRIBUTOR } from '../columns/plain-link.tsx';
import { gridColumns } from '../columns/grid-columns.ts';
import { lastDays, timelineBackground } from '../columns/timeline-days.ts';
import { requestedView } from '../data/relationship-fields.ts';
import { PHONE_ROW_HEIGHT, usePhone } from '../columns/use-phone.ts';
import { useWholeTotal } from '../data/use-whole-total.ts';
import { useGridRows } from '../data/use-grid-rows.ts';
import { useColumns } from '../columns/use-columns.ts';
import { useAccountSelection, type AccountSelection } from '../selection/use-account-selection.ts';
import { useExport } from './use-export.ts';
import { useRowMenu, type RowMenu } from './use-row-menu.ts';
import { useScrollRestoration } from './use-scroll-restoration.ts';

const SKELETON_ROWS = 30;

/** The number of rows, under the grid. It keeps its place while the number is on its way. */
const FOOT =
  'mt-auto flex h-7 shrink-0 items-center border-t border-line px-3 text-grid text-muted tabular-nums';

export type NewAccountDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onImported: () => void;
};

type ToggleSelected = { onToggleSelected: () => void };

export type AccountsPageProps = {
  workspace: Workspace;
  renderNewAccount: (props: NewAccountDialogProps) => ReactNode;
  /** The first steps of the user in this workspace, above the grid. */
  renderGettingStarted?: ((state: { hasAccounts: boolean }) => ReactNode) | undefined;
  /** The actions on selected accounts, below the grid; undefined where rows cannot be selected. */
  renderSelection?: ((selection: AccountSelection) => ReactNode) | undefined;
  /** The menu of a row; undefined where rows have the browser's own. */
  renderRowMenu?:
    | ((
        menu: RowMenu & Pick<AccountSelection, 'selected' | 'onChanged'> & ToggleSelected,
      ) => ReactNode)
    | undefined;
};

/** The accounts of a workspace. Give it the workspace's id as key. */
export function AccountsPage({
  workspace,
  renderNewAccount,
  renderGettingStarted,
  renderSelection,
  renderRowMenu,
}: AccountsPageProps) {
  const navigate = useNavigate();
  const headingId = useId();
  const [view, changeView] = useAccountsView();
  const [columnState, changeColumns] = useColumns(workspace.id);
  const grid = useRef<GridHandle>(null);
  const focusFallback = useFocusFallback(() => grid.current?.focus());
  const [scrollPosition, keepScrollPosition] = useScrollRestoration();
  const requested = useMemo(
    () => requestedView(view, columnState.shown),
    [view, columnState.shown],
  );
  const rows = useGridRows(workspace.id, requested);
  const exporting = useExport();
  const { rowSelection, ...selection } = useAccountSelection({
    workspaceId: workspace.id,
    view: requested,
    rows,
    isOffered: renderSelection !== undefined,
  });
  const [isAdding, setIsAdding] = useState(false);

  const accountPath = useCallback(
    (id: string) => workspacePath(workspace, `accounts/${encodeURIComponent(id)}`),
    [workspace],
  );
  const { phone, isPhoneLoading } = usePhone();
  const columns = useMemo(() => {
    const all = gridColumns(columnState, view.sort, accountPath);
    if (isPhoneLoading) return all.slice(0, 1).map((column) => ({ ...column, fills: true }));
    return phone?.columns(all, accountPath) ?? all;
  }, [columnState, view.sort, accountPath, phone, isPhoneLoading]);
  const actions: ColumnActions = {
    sort: (id, order) => {
      const by = accountColumns[id as ColumnId].sort?.by;
      changeView(({ search, filters }) => ({
        search,
        filters,
        ...(by && order && { sort: { by, order } }),
      }));
    },
    move: (id, by) => changeColumns((state) => moveColumn(state, id as ColumnId, by)),
    hide: (id) => changeColumns((state) => hideColumn(state, id as ColumnId)),
    resize: (id, width) => changeColumns((state) => resizeColumn(state, id as ColumnId, width)),
    resetWidth: (id) => changeColumns((state) => resizeColumn(state, id as ColumnId)),
  };

  const { rowAt, total, isPending, isPaged } = rows;
  const here = function* (): Generator<Account> {
    for (let index = 0; index < total; index += 1) {
      const account = rowAt(index);
      if (account !== undefined) yield account;
    }
  };
  const [people, wantPeople] = useFilterPeople(
    workspace.id,
    { isPaged, needsTags: view.filters.tags !== undefined },
    here,
  );
  const follow = (address: string) => {
    const contributor = address.startsWith('?') && new URLSearchParams(address).get(CONTRIBUTOR);
    if (!contributor) return void navigate(address);
    // In the view as it is, narrowed to one more thing.
    changeView((now) => ({ ...now, filters: { ...now.filters, contributor } }));
  };
  const addAccount = () => setIsAdding(true);
  const exportAccounts = (only?: ReadonlySet<string>) =>
    exporting.mutate({
      workspace,
      view: requested,
      columns: columnState.shown,
      accounts: isPaged ? undefined : [...here()],
      only,
    });
  const showChanged = () => void rows.refresh().then(rows.showMoved);
  const { menu, rowMenuEvents } = useRowMenu(rowAt);
  const isEmpty = !isPending && total === 0;
  const isFailed = rows.problem !== undefined;
  const isLoading = (isPending || isPhoneLoading) && !isFailed;
  const all = useWholeTotal(workspace.id, isPaged && !isPending && isNarrowed(view));
  const now = useNow();
  const background = useMemo(() => timelineBackground(lastDays(summaryDays, now)), [now]);

  return (
    <section aria-labelledby={headingId} className="flex h-page flex-col">
      <h1 id={headingId} className="sr-only">
        Accounts
      </h1>
      <AccountsToolbar
        workspace={workspace}
        view={view}
        onViewChange={changeView}
        columns={columnState}
        onColumnsChange={changeColumns}
        SortMenu={isPhoneLoading ? 'loading' : phone?.SortMenu}
        people={people}
        onPeopleWanted={wantPeople}
        isExporting={exporting.isPending}
        onExport={total === 0 ? undefined : () => exportAccounts()}
        onNewAccount={addAccount}
      />
      {renderGettingStarted?.({ hasAccounts: total > 0 })}
      {/* Its links are followed here, for all cells; the grid inside has the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        {...rows.interactionHandlers}
        {...(renderRowMenu && rowMenuEvents)}
        onClick={(event) => followCellLink(event, follow)}
        onPointerMove={(event) => moveDayLink(event, rowAt)}
        className="relative flex min-h-0 flex-col"
        style={{ '--timeline-days': background } as React.CSSProperties}
      >
        <DataGrid
          ref={grid}
          label="Accounts"
          // Room for the whole content of a cell, even when there are few rows.
          className={total > 0 ? 'min-h-72' : 'min-h-0'}
          columns={columns}
          rowHeight={phone || isPhoneLoading ? PHONE_ROW_HEIGHT : undefined}
          actions={actions}
          rowCount={isLoading ? SKELETON_ROWS : total}
          rowAt={isLoading ? noRow : rowAt}
          rowKey={accountId}
          indexOf={rows.indexOf}
          loading={isLoading}
          stale={rows.isEarlierView && !isFailed}
          onWindowChange={rows.onWindowChange}
          selection={rowSelection}
          onOpen={({ id }) => void navigate(accountPath(id))}
          lastRow={isPending ? undefined : { label: 'New Account', onActivate: addAccount }}
          resetKey={JSON.stringify(view)}
          scrollPosition={scrollPosition}
          onLeave={keepScrollPosition}
        />
        <div {...focusFallback} className="contents">
          <AccountsMessage
            rows={rows}
            isEmpty={isEmpty}
            isNarrowed={isNarrowed(view)}
            workspace={workspace}
            isNewHere={renderGettingStarted !== undefined}
            onClear={() => changeView(clearedView)}
            onNewAccount={addAccount}
          />
        </div>
      </div>
      {menu &&
        renderRowMenu?.({
          ...menu,
          selected: selection.selected,
          onToggleSelected: () => rowSelection?.toggle(rows.indexOf(menu.account.id)),
          onChanged: showChanged,
        })}
      {renderSelection?.({
        ...selection,
        total,
        onExport: () => exportAccounts(new Set(selection.selected.map(({ id }) => id))),
        isExporting: exporting.isPending,
        onChanged: showChanged,
      })}
      <div className={isFullServer() ? FOOT : 'sr-only'}>
        <output>{isPending || isFailed ? '' : describeCount(total, all)}</output>
        {rowSelection?.isEmpty && total > 0 ? phone?.selectionHint : null}
      </div>
      {renderNewAccount({
        open: isAdding,
        onOpenChange: setIsAdding,
        onImported: showChanged,
      })}
    </section>
  );
}

/**
 * How many of how many accounts the view shows. After the list changed, it never shows more than there are.
 */
const describeCount = (total: number, all = total): string =>
  all > total ? someOf(total, all, 'account') : plural(total, 'account');

const noRow = (): undefined => undefined;

function accountId({ id }: Account): string {
  return id;
}
