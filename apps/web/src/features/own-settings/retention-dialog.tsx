import type { Retention, RetentionState } from '@repo/contract/retention';
import { useMutation, useQuery } from '@tanstack/react-query';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { LoadingState } from '#ui/feedback/loading-state.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { describePreview } from './retention-texts.ts';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  chosen: Retention;
  onSaved: (saved: RetentionState) => void;
};

/** Says with counts what a choice will delete, before it is saved. */
export function RetentionDialog({ open, onOpenChange, chosen, onSaved }: Props) {
  const { months, textMonths } = chosen;
  const keepsAll = months === null && textMonths === null;
  const preview = useQuery({
    queryKey: ['own-retention-preview', months, textMonths],
    queryFn: ({ signal }) =>
      apiRequestOrThrow('GET /api/auth/retention/preview', {
        query: {
          ...(months !== null && { months: String(months) }),
          ...(textMonths !== null && { textMonths: String(textMonths) }),
        },
        signal,
      }),
    enabled: open && !keepsAll,
    gcTime: 0,
  });
  const save = useMutation({
    mutationFn: () => apiRequestOrThrow('PUT /api/auth/retention', { body: chosen }),
    onSuccess: onSaved,
  });
  const lines = preview.data && describePreview(preview.data);
  const deletes = lines !== undefined && lines.length > 0;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        save.reset();
        onOpenChange(next);
      }}
      title={keepsAll ? 'Keep everything?' : 'Delete what is older?'}
      description={
        keepsAll
          ? 'Nothing is deleted any more. What is gone does not come back by itself.'
          : deletes
            ? 'What is deleted in the next night, and every night from then on, cannot be brought back here.'
            : 'What becomes older than that is deleted every night.'
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
