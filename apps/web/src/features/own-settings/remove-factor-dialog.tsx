import { useState } from 'react';
import { type ApiError, failureMessage } from '#lib/api/api-error.ts';
import { useFreshProof } from '#lib/proof/use-fresh-proof.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';

type Props = {
  title: string;
  description: string;
  confirmLabel: string;
  /** Said once it is removed. */
  done: string;
  /** Sends the removal. */
  send: () => Promise<{ error?: ApiError | undefined }>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDone: () => Promise<void>;
};

/** Removes a factor after a confirmation. Stays open when that fails. */
export function RemoveFactorDialog({
  send,
  done,
  open,
  onOpenChange,
  onDone,
  ...confirmation
}: Props) {
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
    const result = await withProof(send);
    setPending(false);
    if (result === undefined) return;
    const { error } = result;
    // Removed elsewhere: there is nothing left to confirm.
    const isGone = error === undefined || error.code === 'NOT_FOUND';
    if (!isGone) return setProblem(failureMessage(error, 'It could not be removed. Try again.'));
    await onDone();
    change(false);
    toast.success(done);
  };
  return (
    <>
      <ConfirmDialog
        {...confirmation}
        open={open}
        onOpenChange={change}
        destructive
        loading={isPending}
        error={problem}
        onConfirm={() => void remove()}
      />
      {proofDialog}
    </>
  );
}
