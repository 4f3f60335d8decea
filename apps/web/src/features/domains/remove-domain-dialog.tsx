import type { TrackedDomain } from '@repo/contract/domains';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { continues } from '#lib/api/continues.ts';
import { logFailure } from '#lib/log-failure.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';

type Props = {
  domain: TrackedDomain;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRemoved: (domain: TrackedDomain) => void;
};

/** Confirms that a domain is no longer tracked. Stays open when the removal fails. */
export function RemoveDomainDialog({ domain: removed, open, onOpenChange, onRemoved }: Props) {
  const { id, domain } = removed;
  const removal = useMutation({
    mutationFn: () => apiRequestOrThrow('DELETE /api/accounts/domains/{id}', { params: { id } }),
    onSuccess: () => onRemoved(removed),
    onError: (error) => {
      // Already removed elsewhere: there is nothing left to confirm.
      if (error instanceof ApiError && error.status === 404) onRemoved(removed);
      else logFailure(`${domain} was not removed.`, error);
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      destructive
      title="Remove Domain"
      description={`Remove ${domain} from your personal tracking. You'll stop contributing activity data to any shared workspace accounts for this domain.`}
      confirmLabel="Remove Domain"
      loading={removal.isPending}
      error={reasonOf(removal.error)}
      onConfirm={() => removal.mutate()}
    />
  );
}

/** A removal that goes on is reported; other failures only leave the dialog open. */
const reasonOf = (error: Error | null): string | undefined =>
  continues(error) || (error instanceof ApiError && error.code === 'CONFLICT')
    ? error.message
    : undefined;
