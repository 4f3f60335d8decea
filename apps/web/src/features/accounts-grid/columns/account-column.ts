import type { AccountSort } from '@repo/contract/account-sorts';
import type { ServerLevel } from '@repo/contract/server-level';
import type { ReactNode } from 'react';
import type { GridColumn } from '#ui/data-grid/grid-column.ts';
import type { Account } from '../data/account.ts';

/** Returns the path of an account's page. */
export type AccountPath = (accountId: string) => string;

/** A column of the accounts grid, listed in `column-registry.ts`. */
export type AccountColumn = Pick<
  GridColumn<Account>,
  'label' | 'icon' | 'access' | 'isFlush' | 'shrinksTo'
> & {
  /** For a column beyond the specification: shown only where the server offers this. */
  level?: ServerLevel;
  /** Hidden until the user shows it in the Columns menu. */
  isOptional?: boolean;
  /** Pixels, until the user resizes the column (specification part 2, section 9). */
  width: number;
  cell: (account: Account, accountPath: AccountPath) => ReactNode;
  /** The untruncated content, shown over the cell while it is active; `cell` when absent. */
  wholeCell?: (account: Account, accountPath: AccountPath) => ReactNode;
  /** Tooltip; see `GridColumn`. */
  hint?: GridColumn<Account>['hint'];
  /** The sorting by this column; a column without it offers none. */
  sort?: {
    /** The server's name of the order. Two columns must not share one. */
    by: AccountSort;
    /**
     * The sort key of accounts in the browser, when the server returns the whole list. An account without a
     * key comes last in both directions.
     */
    key: (account: Account) => number | string | undefined;
  };
};
