import type { Provisioning } from '@repo/contract/provisioning';
import { useQueryClient } from '@tanstack/react-query';
import { RemovalDialog } from '#lib/proof/removal-dialog.tsx';
import { useSend } from '#lib/session/use-send.ts';
import { adminKeys } from '../admin-keys.ts';

type Props = {
  organizationId: string;
  token: Provisioning['tokens'][number];
  onClosed: () => void;
  onRevoked: (next: Provisioning) => void;
};

/** Revokes a token after a confirmation. */
export function RevokeTokenDialog({ organizationId, token, onClosed, onRevoked }: Props) {
  const send = useSend();
  const client = useQueryClient();
  return (
    <RemovalDialog
      title="Revoke Token"
      description={`A provider that uses ${token.start}… loses access at once. Users stay as they are.`}
      confirmLabel="Revoke Token"
      failure="The token could not be revoked. Try again."
      done="The token was revoked"
      send={() =>
        send('DELETE /api/admin/organizations/{id}/provisioning/tokens/{tokenId}', {
          params: { id: organizationId, tokenId: token.id },
        })
      }
      open
      onOpenChange={(open) => !open && onClosed()}
      onDone={async (data) => {
        if (data !== undefined) return onRevoked(data.provisioning);
        await client.invalidateQueries({ queryKey: adminKeys.provisioning(organizationId) });
      }}
    />
  );
}
