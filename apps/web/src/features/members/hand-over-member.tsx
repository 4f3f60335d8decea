import type { Member } from '@repo/contract/workspaces';
import { useQueryClient } from '@tanstack/react-query';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { LazyHandOverDialog } from '#lib/leaving/lazy-hand-over-dialog.ts';
import { toast } from '#ui/feedback/toast.ts';
import { leavingKey, membersKey } from './members-key.ts';

type Props = {
  workspace: { id: string; name: string };
  member: Member;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Hands a member over who leaves the workspace. */
export function HandOverMember({ workspace, member, open, onOpenChange }: Props) {
  const client = useQueryClient();
  const { userId, name } = member;
  const params = { workspaceId: workspace.id, userId };
  const path = '/api/workspaces/{workspaceId}/members/{userId}/hand-over';
  return (
    <LazyHandOverDialog
      name={name}
      from={workspace.name}
      ends={`They lose access to ${workspace.name}. They keep their account and their mailbox.`}
      planKey={['leaving-plan', workspace.id, userId]}
      fetchPlan={async (signal) =>
        (await apiRequestOrThrow(`GET ${path}`, { params, signal })).plan
      }
      handOver={(body) => apiRequestOrThrow(`POST ${path}`, { params, body })}
      open={open}
      onOpenChange={onOpenChange}
      onDone={(goesOn) => {
        if (goesOn === undefined) toast.success(`${name} is handed over`);
        else toast.info(goesOn);
        void client.invalidateQueries({ queryKey: membersKey(workspace.id) });
        void client.invalidateQueries({ queryKey: leavingKey(workspace.id) });
      }}
    />
  );
}
