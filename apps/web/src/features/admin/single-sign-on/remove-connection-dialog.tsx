import { useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { useFreshProof } from '#lib/proof/use-fresh-proof.tsx';
import { useSend } from '#lib/session/use-send.ts';
import { toast } from '#ui/feedback/toast.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';

type Props = {
  organizationId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRemoved: () => Promise<void>;
};

/** Removes the connection after a confirmation. Stays open when that fails. */
export function RemoveConnectionDialog({ organizationId, open, onOpenChange, onRemoved }: Props) {
  const send = useSend();
  const { withProof, proofDialog } = useFreshProof();
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const change = (next: boolean) => {
    setProblem(undefined);
    onOpenChange(next);
  };
  const remove = async () => {
    setProblem(undefined);
    setPending(true);
    const result = await withProof(() =>
      send('DELETE /api/admin/organizations/{id}/sso', { params: { id: organizationId } }),
    );
    setPending(false);
    if (result === undefined) return;
    // Removed elsewhere: there is nothing left to confirm.
    if (result.error !== undefined && result.error.code !== 'NOT_FOUND') {
      return setProblem(failureMessage(result.error, 'It could not be removed. Try again.'));
    }
    change(false);
    toast.success('The connection was removed');
    await onRemoved();
  };
  return (
    <>
      <ConfirmDialog
        open={open}
        onOpenChange={change}
        destructive
        title="Remove the Connection"
        description="People who signed in with it are signed out. They sign in with their passwords, or set one with a reset link. The domains stay."
        confirmLabel="Remove"
        loading={isPending}
        error={problem}
        onConfirm={() => void remove()}
      />
      {proofDialog}
    </>
  );
}
