import { limits } from '@repo/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from '#lib/page/save-file.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { ColumnId } from '../columns/column-registry.ts';
import type { Account } from '../data/account.ts';
import { accountsProblem, EndlessListError, readAllAccounts } from '../data/accounts-query.ts';
import type { RequestedView } from '../data/relationship-fields.ts';
import { dayOf } from '#lib/time/workspace-day.ts';

type Export = {
  workspace: { id: string; slug: string };
  view: RequestedView;
  columns: readonly ColumnId[];
  /** All accounts of the view, where they are already here. */
  accounts: readonly Account[] | undefined;
  /** The ids of the accounts to save; all of the view without them. */
  only?: ReadonlySet<string> | undefined;
};

/**
 * "Export as CSV": saves all rows of the current view as a CSV file. Those that are not loaded yet
 * are read page by page with `GET /api/workspaces/{workspaceId}/accounts`.
 */
export function useExport() {
  return useMutation({
    mutationFn: async ({ workspace, view, columns, accounts, only }: Export) => {
      const { accountsCsv } = await import('../columns/accounts-csv.ts');
      const all = accounts ?? (await readAllAccounts(workspace.id, view, limits.pageSize));
      const name = `accounts-${workspace.slug}-${dayOf(new Date())}.csv`;
      const saved = only === undefined ? all : all.filter(({ id }) => only.has(id));
      saveFile(name, accountsCsv(saved, columns), 'text/csv');
    },
    onError: (error) =>
      toast.error('Failed to export accounts', {
        description: error instanceof EndlessListError ? error.message : accountsProblem(error),
      }),
  });
}
