import { limits } from '@repo/contract/page-limits';
import { saveFile } from '#lib/page/save-file.ts';
import { dayOf } from '#lib/time/workspace-day.ts';
import { accountsCsv } from '../columns/accounts-csv.ts';
import type { ColumnId } from '../columns/column-registry.ts';
import type { Account } from '../data/account.ts';
import { readAllAccounts } from '../data/read-all-accounts.ts';
import type { RequestedView } from '../data/relationship-fields.ts';

export type Export = {
  workspace: { id: string; slug: string };
  view: RequestedView;
  columns: readonly ColumnId[];
  /** All accounts of the view, where they are already here. */
  accounts: readonly Account[] | undefined;
  /** The ids of the accounts to save; all of the view without them. */
  only?: ReadonlySet<string> | undefined;
};

/**
 * Saves all rows of the current view as a CSV file. Rows that are not loaded yet are read page by page with
 * `GET /api/workspaces/{workspaceId}/accounts`.
 *
 * @throws EndlessListError
 */
export async function exportAccounts(requested: Export): Promise<void> {
  const { workspace, view, columns, accounts, only } = requested;
  const all = accounts ?? (await readAllAccounts(workspace.id, view, limits.pageSize));
  const name = `accounts-${workspace.slug}-${dayOf(new Date())}.csv`;
  const saved = only === undefined ? all : all.filter(({ id }) => only.has(id));
  saveFile(name, accountsCsv(saved, columns), 'text/csv');
}
