import type { Passkey } from '@repo/contract/passkeys';
import { RemovalDialog } from '#lib/proof/removal-dialog.tsx';
import { useHasPassword } from '#lib/proof/use-has-password.ts';
import { useSend } from '#lib/session/use-send.ts';

type Props = {
  passkey: Passkey;
  /** Whether it is the user's last second factor. */
  isLastFactor: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDone: () => Promise<void>;
};

export function RemovePasskeyDialog({ passkey: { id, name }, isLastFactor, ...dialog }: Props) {
  const send = useSend();
  const hasPassword = useHasPassword();
  return (
    <RemovalDialog
      {...dialog}
      title={`Remove ${name}`}
      description={`It no longer signs you in${isLastFactor ? afterLast(hasPassword) : ''}. An email confirms it.`}
      confirmLabel="Remove"
      done="The passkey is removed"
      send={() => send('DELETE /api/auth/factors/passkeys/{id}', { params: { id } })}
    />
  );
}

const afterLast = (hasPassword: boolean): string =>
  hasPassword
    ? '. Your password alone does, and the recovery codes stop working'
    : ', and the recovery codes stop working';
