import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { NamedAccount } from './merging/account-to-merge.ts';
import { readTakingAccount } from '#lib/account-edits/read-taking-account.ts';
import { refreshAccounts } from '#lib/account-edits/refresh-accounts.ts';
import { sharedAgainText } from './shared-again-text.ts';

type Restored = { workspaceId: string; accountId: string; name: string };

/**
 * Restores a deleted account, and says in a toast what came of it.
 *
 * @param onTaken instead of the toast, where another account has its domain by now.
 */
export function useRestoreAccount(onTaken?: (other: NamedAccount) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ workspaceId, accountId }: Restored) =>
      apiRequestOrThrow('POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore', {
        params: { workspaceId, accountId },
      }),
    onSuccess: ({ sharedAgain }, { name }) => {
      refreshAccounts(client);
      toast.success(`${name} was restored`, { description: sharedAgainText(sharedAgain) });
    },
    onError: (error, { name }) => {
      const other = onTaken && readTakingAccount(error);
      if (other !== undefined) onTaken?.(other);
      else {
        toast.error(`Failed to restore ${name}`, {
          description: failureMessage(error, 'Please try again.'),
        });
      }
    },
  });
}
