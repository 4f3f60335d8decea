import type { ApiKey } from '@repo/contract/api-keys';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { toast } from '#ui/feedback/toast.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { apiKeysKey } from './api-keys-query.ts';

type Props = {
  apiKey: ApiKey;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Revokes a key after a confirmation. Stays open when that fails. */
export function RevokeKeyDialog({ apiKey: { id, name }, open, onOpenChange }: Props) {
  const client = useQueryClient();
  const revocation = useMutation({
    mutationFn: () => apiRequestOrThrow('DELETE /api/auth/api-keys/{id}', { params: { id } }),
    onSuccess: () => done(),
    // Revoked elsewhere: there is nothing left to confirm.
    onError: (error) => (error instanceof ApiError && error.status === 404 ? done() : undefined),
  });
  const done = async () => {
    // Closes when the button is gone, because the focus would be lost with it afterwards.
    await client.invalidateQueries({ queryKey: apiKeysKey });
    onOpenChange(false);
    toast.success(`${name} was revoked`);
  };
  const { error } = revocation;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      destructive
      title="Revoke API Key"
      description={`Software that uses "${name}" stops working at once. This cannot be undone.`}
      confirmLabel="Revoke Key"
      loading={revocation.isPending}
      error={
        error === null
          ? undefined
          : failureMessage(error, 'The key could not be revoked. Try again.')
      }
      onConfirm={() => revocation.mutate()}
    />
  );
}
