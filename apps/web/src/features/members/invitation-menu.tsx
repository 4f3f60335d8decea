import type { Invitation } from '@repo/contract/invitations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MailPlus, MailX, MoreHorizontal } from 'lucide-react';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { Button } from '#ui/forms/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { invitationsKey } from './invitations-key.ts';

type Props = { workspaceId: string; invitation: Invitation };

export function InvitationMenu({ workspaceId, invitation }: Props) {
  const { email, state } = invitation;
  const resend = useResend(workspaceId, invitation);
  const withdraw = useWithdraw(workspaceId, invitation);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>
        <Button
          variant="bare"
          size="small"
          shape="square"
          aria-label={`Actions for ${email}`}
          loading={resend.isPending || withdraw.isPending}
        >
          <MoreHorizontal aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {state === 'declined' ? null : (
          <DropdownMenuItem icon={<MailPlus aria-hidden />} onSelect={() => resend.mutate()}>
            Send Invitation Again
          </DropdownMenuItem>
        )}
        <DropdownMenuItem
          destructive
          icon={<MailX aria-hidden />}
          onSelect={() => withdraw.mutate()}
        >
          {state === 'declined' ? 'Remove from List' : 'Withdraw Invitation'}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function useResend(workspaceId: string, { id: invitationId, email }: Invitation) {
  const failure = `Failed to send the email to ${email}`;
  const refresh = useRefresh(workspaceId);
  return useMutation({
    mutationFn: () =>
      apiRequestOrThrow('POST /api/workspaces/{workspaceId}/invitations/{invitationId}/resend', {
        params: { workspaceId, invitationId },
      }),
    onSuccess: ({ mail }) => {
      if (mail === 'sent') toast.success(`Invitation sent to ${email}`);
      else toast.error(failure, { description: 'The mail server rejected it. Try again later.' });
    },
    onError: (error) =>
      toast.error(failure, { description: failureMessage(error, 'Please try again.') }),
    onSettled: refresh,
  });
}

function useWithdraw(workspaceId: string, { id: invitationId, email, state }: Invitation) {
  const refresh = useRefresh(workspaceId);
  return useMutation({
    mutationFn: () =>
      apiRequestOrThrow('DELETE /api/workspaces/{workspaceId}/invitations/{invitationId}', {
        params: { workspaceId, invitationId },
      }),
    onSuccess: () => {
      if (state !== 'declined') toast.success(`The invitation of ${email} was withdrawn`);
    },
    onError: (error) =>
      toast.error(`The invitation of ${email} was not withdrawn`, {
        description: failureMessage(error, 'Please try again.'),
      }),
    onSettled: refresh,
  });
}

function useRefresh(workspaceId: string) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: invitationsKey(workspaceId) });
}
