import { useState } from 'react';
import { toast } from '#ui/feedback/toast.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { type ApiError, failureMessage } from '../api/api-error.ts';
import { useFreshProof } from './use-fresh-proof.tsx';

type Props<Data> = {
  title: string;
  description: string;
  confirmLabel: string;
  /** Said where the removal fails without a reason. */
  failure?: string;
  /** Said once it is removed. */
  done: string;
  /** Sends the removal, for which the server may ask for a fresh proof. */
  send: () => Promise<{ data?: Data | undefined; error?: ApiError | undefined }>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** @param data the response; undefined where it had been removed elsewhere. */
  onDone: (data: Data | undefined) => Promise<void>;
};

/** Removes something of the sign-in after a confirmation. Stays open when that fails. */
export function RemovalDialog<Data>({
  send,
  failure = 'It could not be removed. Try again.',
  done,
  open,
  onOpenChange,
  onDone,
  ...confirmation
}: Props<Data>) {
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
    const { data, error } = result;
    // Removed elsewhere: there is nothing left to confirm.
    const isGone = error === undefined || error.code === 'NOT_FOUND';
    if (!isGone) return setProblem(failureMessage(error, failure));
    // Closes when the row is gone, because the focus would be lost with its button afterwards.
    await onDone(data);
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
