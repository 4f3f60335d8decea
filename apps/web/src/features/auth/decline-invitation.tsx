import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isNetworkError, failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { Button } from '#ui/forms/button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { invitationQuery } from './invitation-query.ts';

/** Declining needs no account: the link is enough. */
export function DeclineInvitation({ token }: { token: string }) {
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const decline = useMutation({
    mutationFn: () => apiRequestOrThrow('POST /api/invitations/decline', { body: { token } }),
    onSettled: () => client.invalidateQueries({ queryKey: invitationQuery(token).queryKey }),
  });
  return (
    <>
      <Button variant="bare" className="-ml-3" onClick={() => setAsking(true)}>
        Decline Invitation
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Decline this invitation?"
        description="The link will stop working. To join later, you need a new invitation."
        confirmLabel="Decline"
        destructive
        loading={decline.isPending}
        error={decline.error === null ? undefined : explain(decline.error)}
        onConfirm={() => decline.mutate()}
      />
    </>
  );
}

const explain = (error: Error): string =>
  isNetworkError(error)
    ? 'A network error occurred. Please try again.'
    : failureMessage(error, 'Failed to decline the invitation.');
