import type { Member } from '@repo/contract/workspaces';
import { useQueryClient } from '@tanstack/react-query';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { LazyDeleteDialog } from '#lib/leaving/lazy-delete-dialog.ts';
import { useSend } from '#lib/session/use-send.ts';
import { toast } from '#ui/feedback/toast.ts';
import { leavingKey, membersKey } from './members-key.ts';

type Props = {
  workspace: { id: string };
  member: Member;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Deletes a member from the workspaces of the organization that the reader owns. */
export function DeleteMember({
  workspace: { id: workspaceId },
  member,
  open,
  onOpenChange,
}: Props) {
  const client = useQueryClient();
  const send = useSend();
  const { userId, name, email } = member;
  const params = { workspaceId, userId };
  const path = '/api/workspaces/{workspaceId}/members/{userId}/deletion';
  return (
    <LazyDeleteDialog
      deleted={{ name }}
      email={email}
      planKey={['deletion-plan', workspaceId, userId]}
      fetchPlan={async (signal) =>
        (await apiRequestOrThrow(`GET ${path}`, { params, signal })).plan
      }
      send={(confirmed) => send(`POST ${path}`, { params, body: { email: confirmed.email } })}
      open={open}
      onOpenChange={onOpenChange}
      onDone={(goesOn) => {
        if (goesOn === undefined) toast.success(`${name} is deleted`);
        else toast.info(goesOn);
        void client.invalidateQueries({ queryKey: membersKey(workspaceId) });
        void client.invalidateQueries({ queryKey: leavingKey(workspaceId) });
      }}
    />
  );
}
