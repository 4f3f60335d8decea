import type { GridColumn } from '#ui/data-grid/grid-column.ts';
import type { Account } from '../data/account.ts';
import type { AccountPath } from './account-column.ts';
import { PhoneCell } from './phone-cell.tsx';
import { PhoneSortMenu } from './phone-sort-menu.tsx';

/** The grid on a phone, which alone loads it: two lines an account in place of columns. */
export const phone = {
  /** Beside the number of rows while none is selected. */
  selectionHint: <span className="ml-auto">Tap an icon to select its account</span>,
  /** In place of the menu of columns. */
  SortMenu: PhoneSortMenu,
  /** The one column: the first one, with the most important of the others in its cells. */
  columns: (
    [name]: readonly GridColumn<Account>[],
    accountPath: AccountPath,
  ): GridColumn<Account>[] => {
    if (name === undefined) return [];
    const { renderWhole: _, hint: __, ...column } = name;
    const render = (account: Account) => (
      <PhoneCell account={account} path={accountPath(account.id)} />
    );
    return [{ ...column, fills: true, render }];
  },
};
