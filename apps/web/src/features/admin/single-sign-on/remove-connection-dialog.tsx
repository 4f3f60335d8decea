import { RemovalDialog } from '#lib/proof/removal-dialog.tsx';
import { useSend } from '#lib/session/use-send.ts';

type Props = {
  organizationId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRemoved: () => Promise<void>;
};

/** Removes the connection after a confirmation. */
export function RemoveConnectionDialog({ organizationId, open, onOpenChange, onRemoved }: Props) {
  const send = useSend();
  return (
    <RemovalDialog
      title="Remove the Connection"
      description="People who signed in with it are signed out. They sign in with their passwords, or set one with a reset link. The domains stay."
      confirmLabel="Remove"
      done="The connection was removed"
      send={() =>
        send('DELETE /api/admin/organizations/{id}/sso', { params: { id: organizationId } })
      }
      open={open}
      onOpenChange={onOpenChange}
      onDone={onRemoved}
    />
  );
}
