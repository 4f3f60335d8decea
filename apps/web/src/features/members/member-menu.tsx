import type { Member } from '@repo/contract/workspaces';
import { useMutation } from '@tanstack/react-query';
import { Handshake, MailPlus, MoreHorizontal, Trash2, UserCheck, UserMinus } from 'lucide-react';
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

type Props = {
  workspaceId: string;
  member: Member;
  onRemove: () => void;
  /** Undefined for the user themselves. */
  onHandOver: (() => void) | undefined;
  /** Undefined for the user themselves. */
  onDelete: (() => void) | undefined;
  /** Undefined for users who cannot give the ownership to the member. */
  onTransfer: (() => void) | undefined;
};

export function MemberMenu({
  workspaceId,
  member,
  onRemove,
  onHandOver,
  onDelete,
  onTransfer,
}: Props) {
  const resend = useResend(workspaceId, member);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>
        <Button
          variant="bare"
          size="small"
          shape="square"
          aria-label={`Actions for ${member.name}`}
          loading={resend.isPending}
        >
          <MoreHorizontal aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {member.state === 'invited' ? (
          <DropdownMenuItem icon={<MailPlus aria-hidden />} onSelect={() => resend.mutate()}>
            Send Invitation Again
          </DropdownMenuItem>
        ) : null}
        {onTransfer === undefined ? null : (
          <DropdownMenuItem icon={<UserCheck aria-hidden />} onSelect={onTransfer}>
            Transfer Ownership
          </DropdownMenuItem>
        )}
        {onHandOver === undefined ? null : (
          <DropdownMenuItem icon={<Handshake aria-hidden />} onSelect={onHandOver}>
            Hand Over...
          </DropdownMenuItem>
        )}
        <DropdownMenuItem destructive icon={<UserMinus aria-hidden />} onSelect={onRemove}>
          Remove from Workspace
        </DropdownMenuItem>
        {onDelete === undefined ? null : (
          <DropdownMenuItem destructive icon={<Trash2 aria-hidden />} onSelect={onDelete}>
            Delete...
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function useResend(workspaceId: string, { userId, email }: Member) {
  const failure = `Failed to send the email to ${email}`;
  return useMutation({
    mutationFn: () =>
      apiRequestOrThrow('POST /api/workspaces/{workspaceId}/members/{userId}/invitation', {
        params: { workspaceId, userId },
      }),
    onSuccess: ({ mail }) => {
      if (mail === 'sent') toast.success(`Invitation sent to ${email}`);
      else toast.error(failure, { description: 'The mail server rejected it. Try again later.' });
    },
    onError: (error) =>
      toast.error(failure, { description: failureMessage(error, 'Please try again.') }),
  });
}
