import type { Member } from '@repo/contract/workspaces';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ADMIN_KEY } from '#lib/admin-key.ts';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { plural } from '@repo/domain/text/plural';
import { useAuth } from '#lib/session/auth-provider.tsx';
import { workspacesQuery } from '#lib/workspaces/workspaces-query.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { membersKey } from './members-key.ts';

type Props = {
  workspace: { id: string; name: string };
  member: Member;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Explains what leaves the workspace with the member, and how to keep it. */
export function RemoveMemberDialog({ workspace, member, open, onOpenChange }: Props) {
  const { user: self } = useAuth();
  const isSelf = self?.id === member.userId;
  const removal = useRemoval({ workspace, member, isSelf, onDone: () => onOpenChange(false) });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      destructive
      title={isSelf ? `Leave ${workspace.name}?` : `Remove ${member.name}?`}
      description={whatLeaves(member, workspace.name, isSelf)}
      confirmLabel={isSelf ? 'Leave Workspace' : 'Remove from Workspace'}
      loading={removal.isPending}
      error={removal.error === null ? undefined : explain(removal.error)}
      onConfirm={() => removal.mutate()}
    >
      {isSelf ? null : (
        <p className="text-grid text-muted">
          To keep their shared activity, hand them over instead.
        </p>
      )}
    </ConfirmDialog>
  );
}

const explain = (error: Error) => failureMessage(error, 'Failed to remove member');

function whatLeaves({ sharedDomains }: Member, workspace: string, isSelf: boolean): string {
  const subject = isSelf ? 'You' : 'They';
  if (sharedDomains === 0) {
    return `${subject} lose access to ${workspace}. ${subject} share no activity there.`;
  }
  return `${subject} lose access to ${workspace}, and the activity of the ${sharedDomains === 1 ? 'domain' : plural(sharedDomains, 'domain')} that ${subject.toLowerCase()} share there is removed immediately.`;
}

type Removal = {
  workspace: { id: string };
  member: Member;
  isSelf: boolean;
  onDone: () => void;
};

function useRemoval({ workspace: { id: workspaceId }, member, isSelf, onDone }: Removal) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { userId, name } = member;
  return useMutation({
    mutationFn: () =>
      apiRequestOrThrow('DELETE /api/workspaces/{workspaceId}/members/{userId}', {
        params: { workspaceId, userId },
      }),
    // The member may be gone although their activities are still being removed.
    onError: () => void client.invalidateQueries({ queryKey: membersKey(workspaceId) }),
    onSuccess: async () => {
      onDone();
      toast.success(isSelf ? 'You left the workspace' : `${name} was removed`);
      void client.invalidateQueries({ queryKey: membersKey(workspaceId) });
      void client.invalidateQueries({ queryKey: [ADMIN_KEY] });
      if (!isSelf) return;
      // Moves the focus away first from controls that will be out of reach.
      await navigate('/');
      void client.invalidateQueries({ queryKey: workspacesQuery.queryKey });
    },
  });
}
