import type { Member } from '@repo/contract/workspaces';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { isFullServer } from '#lib/server-level.ts';
import { useAuth } from '#lib/session/auth-provider.tsx';
import { workspacesQuery } from '#lib/workspaces/workspaces-query.ts';
import { toast } from '#ui/feedback/toast.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { membersKey } from './members-key.ts';

type Props = {
  workspace: { id: string; name: string };
  member: Member;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Gives the ownership of a workspace to another member. */
export function TransferDialog({ workspace, member, open, onOpenChange }: Props) {
  const client = useQueryClient();
  const { id: workspaceId, name } = workspace;
  const transfer = useMutation({
    mutationFn: () =>
      apiRequestOrThrow('POST /api/workspaces/{workspaceId}/owner', {
        params: { workspaceId },
        body: { userId: member.userId },
      }),
    onSuccess: () => {
      onOpenChange(false);
      toast.success(`${member.name} is now an owner of ${name}`);
      void client.invalidateQueries({ queryKey: membersKey(workspaceId) });
      void client.invalidateQueries({ queryKey: workspacesQuery.queryKey });
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Transfer ownership to ${member.name}?`}
      description={`${member.name} becomes an owner of ${name}, and you become a member. You can no longer invite or remove people there. Other owners stay.`}
      confirmLabel="Transfer Ownership"
      loading={transfer.isPending}
      error={
        transfer.error === null
          ? undefined
          : failureMessage(transfer.error, 'Failed to transfer ownership')
      }
      onConfirm={() => transfer.mutate()}
    />
  );
}

/** Whether the signed-in user, as an owner, can give the ownership to a member. */
export function useCanTransfer(workspaceId: string): (member: Member) => boolean {
  const { user } = useAuth();
  const { data: workspaces } = useQuery(workspacesQuery);
  const isOwner =
    isFullServer() &&
    workspaces?.some(({ id, role }) => id === workspaceId && role === 'owner') === true;
  const ownId = user?.id;
  return useCallback(
    ({ userId, state }) => isOwner && userId !== ownId && state === 'active',
    [isOwner, ownId],
  );
}
