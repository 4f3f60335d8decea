import type { DeletedAccount } from '@repo/contract/account-changes';
import { limits } from '@repo/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw, Trash2 } from 'lucide-react';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { countOf, fieldsOf, textOf } from '#lib/api/read-fields.ts';
import { readInstant } from '#lib/time/read-instant.ts';
import { readList } from '#lib/api/read-list.ts';
import { useDialogSubject } from '#lib/hooks/use-dialog-subject.ts';
import { plural } from '@repo/domain/text/plural';
import { formatInstant } from '#lib/time/business-time.ts';
import { formatExactTime } from '#lib/time/relative-time.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from '#ui/display/table.tsx';
import { Truncated } from '#ui/display/truncated.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingState } from '#ui/feedback/loading-state.tsx';
import { Button } from '#ui/forms/button.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import type { NamedAccount } from './merging/account-to-merge.ts';
import { MergeDeletedDialog } from './merging/merge-deleted-dialog.tsx';
import { deletedAccountsKey } from '#lib/account-edits/refresh-accounts.ts';
import { useRestoreAccount } from './use-restore-account.ts';

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
  const { id: workspaceId, name } = useWorkspace();
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
  return (
    <div className="@container">
      <Table label={`Deleted accounts of ${name}`} className="rounded-md border border-line">
        <TableHead>
          <TableRow>
            <TableHeaderCell className="w-full min-w-40">Account</TableHeaderCell>
            <TableHeaderCell className="@max-[40rem]:hidden">Deleted</TableHeaderCell>
            <TableHeaderCell className="@max-[40rem]:hidden">Restorable Until</TableHeaderCell>
            <TableHeaderCell className="w-0">
              <span className="sr-only">Actions</span>
            </TableHeaderCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {data.map((account) => (
            <Row key={account.id} account={account} />
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

function Row({ account }: { account: DeletedAccount }) {
  const { id: workspaceId } = useWorkspace();
  const merging = useDialogSubject<NamedAccount>();
  const restore = useRestoreAccount(merging.show);
  const { id: accountId, name, domain, deletedBy, deletedAt, restorableUntil, shares } = account;
  const deletedByName = textOf(fieldsOf(deletedBy)['name']);
  const shareCount = countOf(shares) ?? 0;
  const deleted = (
    <>
      <RelativeTime value={deletedAt} />
      {deletedByName === '' ? '' : ` by ${deletedByName}`}
    </>
  );
  const untilTime = readInstant(restorableUntil);
  const until =
    untilTime === undefined ? (
      '–'
    ) : (
      <time dateTime={untilTime.toISOString()} title={formatExactTime(untilTime)}>
        {formatInstant(untilTime)}
      </time>
    );
  return (
    <TableRow>
      <TableCell className="h-auto w-full max-w-0 py-2!">
        <Truncated className="font-medium">{name}</Truncated>
        <span className="block truncate text-muted">
          {shareCount === 0 ? domain : `${domain}, ${plural(shareCount, 'share')}`}
        </span>
        <span className="block text-muted @min-[40rem]:hidden">{deleted}</span>
        <span className="block text-muted @min-[40rem]:hidden">Until {until}</span>
      </TableCell>
      <TableCell className="max-w-60 truncate text-muted @max-[40rem]:hidden">{deleted}</TableCell>
      <TableCell className="whitespace-nowrap text-muted @max-[40rem]:hidden">{until}</TableCell>
      <TableCell className="w-0">
        <Button
          size="small"
          aria-label={`Restore ${name}`}
          loading={restore.isPending}
          onClick={() => restore.mutate({ workspaceId, accountId, name })}
        >
          <RotateCcw aria-hidden />
          Restore
        </Button>
        <MergeDeletedDialog
          account={account}
          into={merging.subject}
          open={merging.open}
          onOpenChange={merging.onOpenChange}
        />
      </TableCell>
    </TableRow>
  );
}
