import { isFullServer } from '#lib/server-level.ts';
import type { GridColumn } from '#ui/data-grid/grid-column.ts';
import type { Account } from '../data/account.ts';
import type { AccountsView } from '../data/accounts-view.ts';
import type { AccountPath } from './account-column.ts';
import { accountColumns, FROZEN_COLUMN } from './column-registry.ts';
import type { ColumnState } from './column-state.ts';

/** Returns the shown columns for the data grid, from the left. */
export function gridColumns(
  { shown, widths }: ColumnState,
  sort: AccountsView['sort'],
  accountPath: AccountPath,
): GridColumn<Account>[] {
  return shown.map((id) => {
    const column = accountColumns[id];
    const { label, icon, access, isFlush, shrinksTo, cell, wholeCell, hint } = column;
    return {
      id,
      label,
      icon,
      access,
      frozen: id === FROZEN_COLUMN,
      movable: id !== FROZEN_COLUMN,
      removable: id !== FROZEN_COLUMN,
      namesRow: id === FROZEN_COLUMN,
      sortable: column.sort !== undefined,
      sortOrder: sort && sort.by === column.sort?.by ? sort.order : undefined,
      width: widths[id] ?? column.width,
      render: (account) => cell(account, accountPath),
      ...(wholeCell && { renderWhole: (account: Account) => wholeCell(account, accountPath) }),
      ...(hint && { hint }),
      // A column that the user has sized stays as it is; so do all on a server of the specification.
      ...(shrinksTo && widths[id] === undefined && isFullServer() && { shrinksTo }),
      // A value cut at its left has its most important part at its right.
      ...(isFlush === undefined ? {} : { isFlush, shrinks: widths[id] === undefined }),
    };
  });
}
