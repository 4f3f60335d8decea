import type { Passkey } from '@repo/contract/passkeys';
import { RemovalDialog } from '#lib/proof/removal-dialog.tsx';
import { useSend } from '#lib/session/use-send.ts';

type Props = {
  passkey: Passkey;
  /** Whether the password alone signs in after that. */
  isLastFactor: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDone: () => Promise<void>;
};

export function RemovePasskeyDialog({ passkey: { id, name }, isLastFactor, ...dialog }: Props) {
  const send = useSend();
  return (
    <RemovalDialog
      {...dialog}
      title={`Remove ${name}`}
      description={
        isLastFactor
          ? 'It no longer signs you in. Your password alone does, and the recovery codes stop working. An email confirms it.'
          : 'It no longer signs you in. An email confirms it.'
      }
      confirmLabel="Remove"
      done="The passkey is removed"
      send={() => send('DELETE /api/auth/factors/passkeys/{id}', { params: { id } })}
    />
  );
}
