import { plural } from '@repo/domain/text/plural';
import type { QueryClient } from '@tanstack/react-query';
import { toast } from '#ui/feedback/toast.ts';
import { failureMessage } from '../api/api-error.ts';
import { apiRequestOrThrow } from '../api/api-request.ts';
import type { NamedAccount } from './own-accounts.ts';

/** Makes accounts favourites, or no longer, and offers to undo that. */
export async function changeFavourites(
  client: QueryClient,
  workspaceId: string,
  { accounts, isFavourite }: { accounts: readonly NamedAccount[]; isFavourite: boolean },
): Promise<void> {
  const done = await sendFavourites(client, workspaceId, { accounts, isFavourite });
  if (!done) return;
  const [first] = accounts;
  const what = accounts.length === 1 ? (first?.name ?? '') : plural(accounts.length, 'account');
  const verb = accounts.length === 1 ? 'is' : 'are';
  const noun = accounts.length === 1 ? 'a favourite' : 'favourites';
  toast.success(`${what} ${verb} ${isFavourite ? noun : `no longer ${noun}`}`, {
    action: {
      label: 'Undo',
      onClick: () =>
        void sendFavourites(client, workspaceId, { accounts, isFavourite: !isFavourite }),
    },
  });
}

async function sendFavourites(
  client: QueryClient,
  workspaceId: string,
  { accounts, isFavourite }: { accounts: readonly NamedAccount[]; isFavourite: boolean },
): Promise<boolean> {
  try {
    await apiRequestOrThrow('PUT /api/workspaces/{workspaceId}/favourites', {
      params: { workspaceId },
      body: { accountIds: accounts.map(({ id }) => id), isFavourite },
    });
    await refreshOwnAccounts(client, workspaceId);
    return true;
  } catch (error) {
    toast.error('Failed to change the favourites', {
      description: failureMessage(error, 'Please try again.'),
    });
    return false;
  }
}

/** Records that an account was opened. A failure is not shown: nothing that the user did has failed. */
export async function recordVisit(
  client: QueryClient,
  { workspaceId, accountId }: { workspaceId: string; accountId: string },
): Promise<void> {
  try {
    await apiRequestOrThrow('POST /api/accounts/{accountId}/visit', { params: { accountId } });
    await refreshOwnAccounts(client, workspaceId);
  } catch {
    // The next visit is recorded.
  }
}

function refreshOwnAccounts(client: QueryClient, workspaceId: string): Promise<void> {
  return client.invalidateQueries({ queryKey: ['own-accounts', workspaceId] });
}
