import type { Context } from '#platform/context.ts';
import { respondDeadline } from '#platform/http/respond-after.ts';
import type { Route } from '#platform/http/handlers.ts';
import { enqueueRemaining } from '#modules/activities/publish-requests.job.ts';
import { enqueueAccountChanges } from '../continue-account-changes.job.ts';
import { deleteAccount } from './delete-account.ts';
import { finishDeletion } from './finish-deletion.ts';
import { listDeletedAccounts, restorableUntil } from './list-deleted-accounts.ts';
import { restoreAccount } from './restore-account.ts';
import { restoreShares } from './restore-shares.ts';

/** `continueAccountChanges` completes the work that a request does not finish in time. */
export function registerAccountDeletionRoutes(route: Route, context: Context): void {
  const { db } = context;

  route('DELETE /api/accounts/{accountId}', async ({ person, params: { accountId } }) => {
    const isOver = respondDeadline();
    const { workspaceId, deletedAt } = await deleteAccount(db, person, accountId);
    await enqueueAccountChanges(context);
    await finishDeletion(db, { workspaceId, accountId }, isOver);
    return { restorableUntil: restorableUntil(deletedAt).toISOString() };
  });

  route('GET /api/workspaces/{workspaceId}/deleted-accounts', async ({ person, params }) => ({
    accounts: await listDeletedAccounts(db, person.id, params.workspaceId),
  }));

  route(
    'POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore',
    async ({ person, params }) => {
      const isOver = respondDeadline();
      const sharedAgain = await restoreAccount(db, person, params, isOver);
      await enqueueAccountChanges(context);
      await restoreShares(db, params, isOver);
      await enqueueRemaining(context);
      return { sharedAgain };
    },
  );
}
