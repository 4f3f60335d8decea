import type { DeletedAccount } from '@repo/contract/account-changes';
import { limits } from '@repo/contract/page-limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw, Trash2 } from 'lucide-react';
import { deletedAccountsKey, refreshAccounts } from '#lib/account-edits/refresh-accounts.ts';
import { restoreAccounts } from '#lib/account-edits/restore-accounts.ts';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { readList } from '#lib/api/read-list.ts';
import { BulkFailures, RunningBulk } from '#lib/bulk/bulk-progress.tsx';
import { useBulk } from '#lib/bulk/use-bulk.ts';
import { rangeTo, useSelection } from '#lib/selection/use-selection.ts';
import { plural } from '@repo/domain/text/plural';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { Table, TableBody, TableHead, TableHeaderCell, TableRow } from '#ui/display/table.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingState } from '#ui/feedback/loading-state.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { SelectionToolbar } from '#ui/layout/selection-toolbar.tsx';
import { DeletedAccountRow } from './deleted-account-row.tsx';

/** The accounts of the workspace that can be restored: who deleted them, when, and until when. */
export function DeletedAccountsPage() {
  const { name } = useWorkspace();
  return (
    <div className="mx-auto flex w-full max-w-list flex-1 flex-col gap-4 px-4 py-6">
      <PageHeader
        title="Recently Deleted"
        description={`Accounts that were deleted from ${name}. Each can be restored for ${limits.restorableDays} days, with the shares that ended with it.`}
      />
      <DeletedAccounts />
    </div>
  );
}

function DeletedAccounts() {
  const { id: workspaceId } = useWorkspace();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: deletedAccountsKey(workspaceId),
    queryFn: async ({ signal }) => {
      const { accounts } = await apiRequestOrThrow(
        'GET /api/workspaces/{workspaceId}/deleted-accounts',
        { params: { workspaceId }, signal },
      );
      if (!Array.isArray(accounts)) throw new Error('The response contains no accounts.');
      return readList(accounts, 'deleted accounts', ({ id }) => id !== '', {
        id: 'id',
        name: 'text',
        domain: 'text',
      });
    },
  });
  if (data === undefined && error !== null) {
    return (
      <ErrorState
        title="Failed to fetch deleted accounts"
        description={failureMessage(error, 'Please try again.')}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (data === undefined) return <LoadingState label="Loading deleted accounts..." />;
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<Trash2 />}
        title="Nothing was deleted"
        description={`Deleted accounts are listed here for ${limits.restorableDays} days.`}
      />
    );
  }
  return <DeletedAccountsTable accounts={data} />;
}

function DeletedAccountsTable({ accounts }: { accounts: readonly DeletedAccount[] }) {
  const { id: workspaceId, name } = useWorkspace();
  const client = useQueryClient();
  const selection = useSelection<DeletedAccount>();
  const bulk = useBulk<DeletedAccount>();
  // Accounts that were restored elsewhere leave the selection.
  const selected = accounts.filter(({ id }) => selection.selected.has(id));
  const restore = async () => {
    const { done, left } = await bulk.run(
      'Restoring accounts',
      selected,
      restoreAccounts(workspaceId),
    );
    selection.clear();
    refreshAccounts(client);
    if (left > 0) toast.info(`Stopped: ${plural(done.length, 'account')} restored`);
    else if (done.length > 0) toast.success(`${plural(done.length, 'account')} restored`);
  };
  return (
    <div className="@container flex flex-1 flex-col gap-4">
      <Table label={`Deleted accounts of ${name}`} className="rounded-md border border-line">
        <TableHead>
          <TableRow>
            <TableHeaderCell className="w-8 pr-0!">
              <span className="flex">
                <Checkbox
                  aria-label="Select all deleted accounts"
                  checked={selected.length === accounts.length}
                  indeterminate={selected.length > 0 && selected.length < accounts.length}
                  onChange={({ target }) => selection.select(accounts, target.checked)}
                />
              </span>
            </TableHeaderCell>
            <TableHeaderCell className="w-full min-w-40">Account</TableHeaderCell>
            <TableHeaderCell className="@max-[40rem]:hidden">Deleted</TableHeaderCell>
            <TableHeaderCell className="@max-[40rem]:hidden">Restorable Until</TableHeaderCell>
            <TableHeaderCell className="w-0">
              <span className="sr-only">Actions</span>
            </TableHeaderCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {accounts.map((account) => (
            <DeletedAccountRow
              key={account.id}
              account={account}
              selectBox={
                <Checkbox
                  aria-label={`Select ${account.name}`}
                  checked={selection.selected.has(account.id)}
                  onChange={({ target, nativeEvent }) => {
                    // The click that changes the box; the space bar is one as well.
                    if ((nativeEvent as MouseEvent).shiftKey) {
                      selection.extend(rangeTo(accounts, selection.anchor, account));
                    } else selection.select([account], target.checked);
                  }}
                />
              }
            />
          ))}
        </TableBody>
      </Table>
      <div className="pointer-events-none sticky bottom-4 z-(--layer-sticky) mt-auto flex flex-col items-center gap-2 *:pointer-events-auto">
        {bulk.failed === undefined ? null : (
          <BulkFailures {...bulk.failed} verb="restored" onDismiss={bulk.dismissFailed} />
        )}
        {bulk.progress !== undefined ? (
          <div className="flex w-full max-w-dialog-medium rounded-md border border-line-strong bg-raised px-3 shadow-float">
            <RunningBulk {...bulk.progress} onStop={bulk.stop} />
          </div>
        ) : selected.length > 0 ? (
          <SelectionToolbar
            label="Selected accounts"
            count={selected.length}
            onClear={selection.clear}
          >
            <Button size="small" onClick={() => void restore()}>
              <RotateCcw aria-hidden className="max-sm:hidden" />
              Restore
            </Button>
          </SelectionToolbar>
        ) : null}
      </div>
    </div>
  );
}
