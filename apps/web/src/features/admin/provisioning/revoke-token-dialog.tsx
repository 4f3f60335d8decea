import type { Provisioning } from '@repo/contract/provisioning';
import { useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { useFreshProof } from '#lib/proof/use-fresh-proof.tsx';
import { useSend } from '#lib/session/use-send.ts';
import { toast } from '#ui/feedback/toast.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';

type Props = {
  organizationId: string;
  token: Provisioning['tokens'][number];
  onClosed: () => void;
  onRevoked: (next: Provisioning) => void;
};

/** Revokes a token after a confirmation. Stays open when that fails. */
export function RevokeTokenDialog({ organizationId, token, onClosed, onRevoked }: Props) {
  const send = useSend();
  const { withProof, proofDialog } = useFreshProof();
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const revoke = async () => {
    setProblem(undefined);
    setPending(true);
    const result = await withProof(() =>
      send('DELETE /api/admin/organizations/{id}/provisioning/tokens/{tokenId}', {
        params: { id: organizationId, tokenId: token.id },
      }),
    );
    setPending(false);
    if (result === undefined) return;
    const { data, error } = result;
    if (error !== undefined) {
      setProblem(failureMessage(error, 'The token could not be revoked. Try again.'));
      return;
    }
    onRevoked(data.provisioning);
    toast.success('The token was revoked');
    onClosed();
  };
  return (
    <>
      <ConfirmDialog
        open
        onOpenChange={(open) => {
          if (!open) onClosed();
        }}
        destructive
        title="Revoke Token"
        description={`A provider that uses ${token.start}… loses access at once. Users stay as they are.`}
        confirmLabel="Revoke Token"
        loading={isPending}
        error={problem}
        onConfirm={() => void revoke()}
      />
      {proofDialog}
    </>
  );
}
