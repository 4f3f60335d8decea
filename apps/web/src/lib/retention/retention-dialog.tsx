import type { Retention } from '@repo/contract/retention';
import { useMutation, useQuery } from '@tanstack/react-query';
import { failureMessage } from '#lib/api/api-error.ts';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { LoadingState } from '#ui/feedback/loading-state.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';

/** A user's or a workspace's choice: the functions that count and save it. */
export interface RetentionOf<Saved> {
  /** Part of the keys of queries. */
  key: readonly string[];
  /** Sentences about what a choice would delete; none if nothing is that old. */
  preview: (chosen: Retention, signal: AbortSignal) => Promise<string[]>;
  save: (chosen: Retention) => Promise<Saved>;
  /** A sentence about deleted activities, for a choice that keeps everything from now on. */
  keptAgain: string;
}

/** The months as a query has them. */
export const monthsQuery = ({ months, textMonths }: Retention) => ({
  ...(months !== null && { months: String(months) }),
  ...(textMonths !== null && { textMonths: String(textMonths) }),
});

type Props<Saved> = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  chosen: Retention;
  of: RetentionOf<Saved>;
  onSaved: (saved: Saved) => void;
};

/** Says with counts what a choice will delete, before it is saved. */
export function RetentionDialog<Saved>({ open, onOpenChange, chosen, of, onSaved }: Props<Saved>) {
  const { months, textMonths } = chosen;
  const keepsAll = months === null && textMonths === null;
  const preview = useQuery({
    queryKey: [...of.key, 'preview', months, textMonths],
    queryFn: ({ signal }) => of.preview(chosen, signal),
    enabled: open && !keepsAll,
    gcTime: 0,
  });
  const save = useMutation({ mutationFn: () => of.save(chosen), onSuccess: onSaved });
  const lines = preview.data;
  const deletes = lines !== undefined && lines.length > 0;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        save.reset();
        onOpenChange(next);
      }}
      title={keepsAll ? 'Keep everything?' : 'Delete older activities?'}
      description={
        keepsAll
          ? `Nothing will be deleted from now on. ${of.keptAgain}`
          : deletes
            ? 'Older activities are deleted in the next night, and every night from then on. They cannot be restored here.'
            : 'Whatever gets older than that is deleted every night.'
      }
      confirmLabel={deletes ? 'Save and Delete' : 'Save'}
      destructive={deletes}
      loading={save.isPending}
      error={
        save.error === null
          ? undefined
          : failureMessage(save.error, 'Failed to save. Please try again.')
      }
      onConfirm={() => {
        if (keepsAll || lines !== undefined) save.mutate();
      }}
    >
      {keepsAll ? null : lines !== undefined ? (
        <ul className="flex list-disc flex-col gap-1 pl-5 text-body break-words">
          {(deletes ? lines : ['Nothing is that old yet.']).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : preview.isError ? (
        <FailureBanner retrying={preview.isFetching} onRetry={() => void preview.refetch()}>
          Failed to count what is deleted
        </FailureBanner>
      ) : (
        <LoadingState label="Counting what is deleted..." />
      )}
    </ConfirmDialog>
  );
}
