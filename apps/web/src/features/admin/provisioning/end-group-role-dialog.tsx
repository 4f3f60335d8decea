import type { GroupRole, GroupRoles } from '@repo/contract/provisioning';
import { useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { useFreshProof } from '#lib/proof/use-fresh-proof.tsx';
import { useSend } from '#lib/session/use-send.ts';
import { toast } from '#ui/feedback/toast.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';

type Props = {
  organizationId: string;
  groupRole: GroupRole;
  onClosed: () => void;
  onEnded: (next: GroupRoles) => void;
};

/** Ends the role of a group after a confirmation. Stays open when that fails. */
export function EndGroupRoleDialog({ organizationId, groupRole, onClosed, onEnded }: Props) {
  const send = useSend();
  const { withProof, proofDialog } = useFreshProof();
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { id, name, workspace } = groupRole;
  const end = async () => {
    setProblem(undefined);
    setPending(true);
    const result = await withProof(() =>
      send('DELETE /api/admin/organizations/{id}/group-roles/{groupRoleId}', {
        params: { id: organizationId, groupRoleId: id },
      }),
    );
    setPending(false);
    if (result === undefined) return;
    const { data, error } = result;
    if (error !== undefined) {
      setProblem(failureMessage(error, 'The role could not be removed. Try again.'));
      return;
    }
    onEnded(data.groupRoles);
    toast.success('The role was removed');
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
        title="Remove Role"
        description={`Members of ${name} lose the role that the group gave them in ${workspace.name}. What they share there stays. Members with the role by hand, or by another group, keep it.`}
        confirmLabel="Remove Role"
        loading={isPending}
        error={problem}
        onConfirm={() => void end()}
      />
      {proofDialog}
    </>
  );
}
