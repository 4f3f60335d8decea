import type { DeletedAccount } from '@repo/contract/account-changes';
import { plural } from '@repo/domain/text/plural';
import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { countOf, fieldsOf, textOf } from '#lib/api/read-fields.ts';
import { useDialogSubject } from '#lib/hooks/use-dialog-subject.ts';
import { formatInstant } from '#lib/time/business-time.ts';
import { readInstant } from '#lib/time/read-instant.ts';
import { formatExactTime } from '#lib/time/relative-time.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import { TableCell, TableRow } from '#ui/display/table.tsx';
import { Truncated } from '#ui/display/truncated.tsx';
import { Button } from '#ui/forms/button.tsx';
import type { NamedAccount } from './merging/account-to-merge.ts';
import { MergeDeletedDialog } from './merging/merge-deleted-dialog.tsx';
import { useRestoreAccount } from './use-restore-account.ts';

type Props = { account: DeletedAccount; selectBox: ReactNode };

/** A deleted account: who deleted it, when, until when it can be restored, and the button that does. */
export function DeletedAccountRow({ account, selectBox }: Props) {
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
      <TableCell className="pr-0!">
        <span className="flex">{selectBox}</span>
      </TableCell>
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
