import type { Context } from '../../../platform/context.ts';
import { respondDeadline } from '../../../platform/http/respond-after.ts';
import type { Route } from '../../../platform/http/route.ts';
import { enqueueRemaining } from '../../activities/publishing/publish-requests.job.ts';
import { renameAccount } from '../rename-account.ts';
import { setAccountNote } from '../set-account-note.ts';
import { setAccountOwner } from '../set-account-owner.ts';
import { registerAccountMergingRoutes } from '../merging/account-merging.routes.ts';
import { deleteAccount } from './delete-account.ts';
import { finishDeletion } from './finish-deletion.ts';
import { listDeletedAccounts, restorableUntil } from './list-deleted-accounts.ts';
import { restoreAccount } from './restore-account.ts';
import { restoreShares } from './restore-shares.ts';

/** `continueAccountChanges` completes what a request does not finish in time. */
export function registerAccountChangeRoutes(route: Route, context: Context): void {
  const { db } = context;
  registerAccountMergingRoutes(route, context);

  route('PATCH /api/accounts/{accountId}', async ({ person, params, body }) => {
    await renameAccount(db, person, { ...params, ...body });
    return {};
  });

  route('PUT /api/accounts/{accountId}/owner', async ({ person, params, body }) => {
    await setAccountOwner(db, person, { ...params, ...body });
    return {};
  });

  route('PUT /api/accounts/{accountId}/note', async ({ person, params, body }) => {
    await setAccountNote(db, person, { ...params, ...body });
    return {};
  });

  route('DELETE /api/accounts/{accountId}', async ({ person, params: { accountId } }) => {
    const { workspaceId, deletedAt } = await deleteAccount(db, person, accountId);
    await finishDeletion(db, { workspaceId, accountId }, respondDeadline());
    return { restorableUntil: restorableUntil(deletedAt).toISOString() };
  });

  route('GET /api/workspaces/{workspaceId}/deleted-accounts', async ({ person, params }) => ({
    accounts: await listDeletedAccounts(db, person.id, params.workspaceId),
  }));

  route(
    'POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/restore',
    async ({ person, params }) => {
      const isOver = respondDeadline();
      await restoreAccount(db, person, params, isOver);
      await restoreShares(db, params, isOver);
      await enqueueRemaining(context);
      return {};
    },
  );
}
