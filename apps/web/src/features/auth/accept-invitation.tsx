import type { OpenedInvitation } from '@repo/contract/invitations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { isNetworkError, failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { invitationQuery } from './invitation-query.ts';

type Props = { token: string; workspace: OpenedInvitation['workspace'] };

/** For the invited user, who is signed in. */
export function AcceptInvitation({ token, workspace }: Props) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const accept = useMutation({
    mutationFn: () => apiRequestOrThrow('POST /api/invitations/accept', { body: { token } }),
    onSuccess: async () => {
      await navigate(workspacePath(workspace), { replace: true });
      toast.success(`You joined ${workspace.name}`);
    },
    // The invitation may have ended since it was loaded.
    onError: () => client.invalidateQueries({ queryKey: invitationQuery(token).queryKey }),
  });
  return (
    <div className="flex flex-col gap-4">
      {accept.error === null ? null : (
        <Banner kind="error">
          {isNetworkError(accept.error)
            ? 'A network error occurred. Please try again.'
            : failureMessage(accept.error, 'Failed to accept the invitation.')}
        </Banner>
      )}
      <Button variant="primary" loading={accept.isPending} onClick={() => accept.mutate()}>
        Accept Invitation
      </Button>
    </div>
  );
}
