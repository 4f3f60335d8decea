import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '../../lib/api/api-error.ts';
import { apiRequestOrThrow } from '../../lib/api/api-request.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { refreshAccounts } from './refresh-accounts.ts';

type Restored = { workspaceId: string; accountId: string; name: string };

/** Restores a deleted account, and says in a toast what came of it. */
export function useRestoreAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ workspaceId, accountId }: Restored) =>
      apiRequestOrThrow('POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore', {
        params: { workspaceId, accountId },
      }),
    onSuccess: (_, { name }) => {
      refreshAccounts(client);
      toast.success(`${name} was restored`);
    },
    onError: (error, { name }) =>
      toast.error(`Failed to restore ${name}`, {
        description: failureMessage(error, 'Please try again.'),
      }),
  });
}
