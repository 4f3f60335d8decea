import type { User } from '@repo/contract/auth';
import { useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { useFreshProof } from '#lib/proof/use-fresh-proof.tsx';
import { useSend } from '#lib/session/use-send.ts';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';

/** Removes the second factors of a user who lost them. */
export function SecondFactorCard({ user }: { user: User }) {
  const name = user.name || user.email;
  const send = useSend();
  const { withProof, proofDialog } = useFreshProof();
  const [open, setOpen] = useState(false);
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const change = (next: boolean) => {
    setProblem(undefined);
    setOpen(next);
  };
  const remove = async () => {
    setProblem(undefined);
    setPending(true);
    const params = { id: user.id };
    const result = await withProof(() =>
      send('POST /api/admin/users/{id}/remove-factors', { params }),
    );
    setPending(false);
    if (result === undefined) return;
    if (result.error !== undefined) {
      return setProblem(failureMessage(result.error, 'It could not be removed. Try again.'));
    }
    change(false);
    toast.success(`${name} can sign in with the password alone`);
  };
  return (
    <Card
      title="Second Factor"
      description="For a user who lost their phone and their recovery codes. First make sure that it is really them."
      footer={<Button onClick={() => setOpen(true)}>Remove Second Factor...</Button>}
    >
      <ConfirmDialog
        open={open}
        onOpenChange={change}
        destructive
        title={`Remove the Second Factor of ${name}`}
        description="They can sign in with the password alone until they set up another one. Their sessions end, and an email tells them."
        confirmLabel="Remove"
        loading={isPending}
        error={problem}
        onConfirm={() => void remove()}
      />
      {proofDialog}
    </Card>
  );
}
