import type { Webhook } from '@repo/contract/webhooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { toast } from '#ui/feedback/toast.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { webhooksKey } from './webhooks-query.ts';

type Props = {
  workspaceId: string;
  webhook: Webhook;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Deletes a webhook after a confirmation. Stays open when that fails. */
export function DeleteWebhookDialog({
  workspaceId,
  webhook: { id: webhookId, name },
  open,
  onOpenChange,
}: Props) {
  const client = useQueryClient();
  const deletion = useMutation({
    mutationFn: () =>
      apiRequestOrThrow('DELETE /api/workspaces/{workspaceId}/webhooks/{webhookId}', {
        params: { workspaceId, webhookId },
      }),
    onSuccess: () => done(),
    // Deleted elsewhere: there is nothing left to confirm.
    onError: (error) => (error instanceof ApiError && error.status === 404 ? done() : undefined),
  });
  const done = async () => {
    // Closes when the row is gone, because the focus would be lost with its button afterwards.
    await client.invalidateQueries({ queryKey: webhooksKey(workspaceId) });
    onOpenChange(false);
    toast.success(`${name} was deleted`);
  };
  const { error } = deletion;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      destructive
      title="Delete Webhook"
      description={`"${name}" gets no more events, and its log is deleted. This cannot be undone.`}
      confirmLabel="Delete Webhook"
      loading={deletion.isPending}
      error={
        error === null
          ? undefined
          : failureMessage(error, 'The webhook could not be deleted. Try again.')
      }
      onConfirm={() => deletion.mutate()}
    />
  );
}
