import type { GroupRole, GroupRoles } from '@repo/contract/provisioning';
import { useQueryClient } from '@tanstack/react-query';
import { RemovalDialog } from '#lib/proof/removal-dialog.tsx';
import { useSend } from '#lib/session/use-send.ts';
import { adminKeys } from '../admin-keys.ts';

type Props = {
  organizationId: string;
  groupRole: GroupRole;
  onClosed: () => void;
  onEnded: (next: GroupRoles) => void;
};

/** Ends the role of a group after a confirmation. */
export function EndGroupRoleDialog({ organizationId, groupRole, onClosed, onEnded }: Props) {
  const send = useSend();
  const client = useQueryClient();
  const { id, name, workspace } = groupRole;
  return (
    <RemovalDialog
      title="Remove Role"
      description={`Members of ${name} lose the role that the group gave them in ${workspace.name}. What they share there stays. Members with the role by hand, or by another group, keep it.`}
      confirmLabel="Remove Role"
      failure="The role could not be removed. Try again."
      done="The role was removed"
      send={() =>
        send('DELETE /api/admin/organizations/{id}/group-roles/{groupRoleId}', {
          params: { id: organizationId, groupRoleId: id },
        })
      }
      open
      onOpenChange={(open) => !open && onClosed()}
      onDone={async (data) => {
        if (data !== undefined) return onEnded(data.groupRoles);
        await client.invalidateQueries({ queryKey: adminKeys.groupRoles(organizationId) });
      }}
    />
  );
}
