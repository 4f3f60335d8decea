import { useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { useFreshProof } from '#lib/proof/use-fresh-proof.tsx';
import { useSend } from '#lib/session/use-send.ts';
import { toast } from '#ui/feedback/toast.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRemoved: () => Promise<void>;
};

/** Removes the authenticator app after a confirmation. Stays open when that fails. */
export function RemoveAppDialog({ open, onOpenChange, onRemoved }: Props) {
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
    const result = await withProof(() => send('DELETE /api/auth/factors/authenticator-app'));
    setPending(false);
    const error = result?.error;
    // Removed elsewhere: there is nothing left to confirm.
    const isGone = error === undefined || error.code === 'NOT_FOUND';
    if (result === undefined) return;
    if (!isGone) return setProblem(failureMessage(error, 'It could not be turned off. Try again.'));
    await onRemoved();
    change(false);
    toast.success('The second factor is off');
  };
  return (
    <>
      <ConfirmDialog
        open={open}
        onOpenChange={change}
        destructive
        title="Turn Off the Second Factor"
        description="Your password alone signs you in again. The recovery codes stop working. An email confirms it."
        confirmLabel="Turn Off"
        loading={isPending}
        error={problem}
        onConfirm={() => void remove()}
      />
      {proofDialog}
    </>
  );
}
