import { useQueryClient } from '@tanstack/react-query';
import { refreshAccounts } from '#lib/account-edits/refresh-accounts.ts';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequest } from '#lib/api/api-request.ts';
import type { ChosenMember } from '#lib/members/choose-member.tsx';
import { checkSession } from '#lib/session/check-session.ts';
import { toast } from '#ui/feedback/toast.ts';

type OwnerChange = {
  account: { id: string; name: string };
  to: ChosenMember | undefined;
  /** The owner that it replaces: the change is refused where someone has chosen another since. */
  from: ChosenMember | undefined;
};

/** Changes the owner of an account, with an undo. A change that failed can be sent again from its toast. */
export function useChangeOwner(): (change: OwnerChange) => void {
  const client = useQueryClient();
  const send = async (change: OwnerChange, isUndo: boolean) => {
    const { account, to, from } = change;
    const { error } = await apiRequest('PUT /api/accounts/{accountId}/owner', {
      params: { accountId: account.id },
      body: { userId: to?.userId ?? null, replaces: from?.userId ?? null },
    });
    await checkSession(client, error);
    if (error === undefined || error.code === 'CONFLICT') refreshAccounts(client);
    if (error === undefined) {
      const text = to ? `${to.name} owns ${account.name} now` : `${account.name} has no owner now`;
      const undo = () => void send({ account, to: from, from: to }, true);
      toast.success(text, isUndo ? {} : { action: { label: 'Undo', onClick: undo } });
      return;
    }
    const isRepeatable = error.code !== 'CONFLICT' && error.status !== 404;
    toast.error(isUndo ? 'Failed to undo the change of the owner' : 'Failed to change the owner', {
      description: failureMessage(error, 'Please try again.'),
      ...(isRepeatable && {
        action: { label: 'Try Again', onClick: () => void send(change, isUndo) },
      }),
    });
  };
  return (change) => void send(change, false);
}
