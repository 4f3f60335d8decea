import type { Context } from '#platform/context.ts';
import { respondDeadline } from '#platform/http/respond-after.ts';
import type { Route } from '#platform/http/handlers.ts';
import { enqueueRemaining } from '#modules/activities/publish-requests.job.ts';
import { enqueueAccountChanges } from '../continue-account-changes.job.ts';
import { restoreShares } from '../deletion/restore-shares.ts';
import { finishDomainChanges } from '../finish-domain-changes.ts';
import { findMergedInto } from './find-merged-into.ts';
import { beginSharesOf, finishMerge } from './finish-merge.ts';
import { mergeAccounts } from './merge-accounts.ts';
import { mergeDeletedAccount } from './merge-deleted-account.ts';

/**
 * `continueAccountChanges` and the publishing job complete the work that a request does not finish in time.
 */
export function registerAccountMergingRoutes(route: Route, context: Context): void {
  const { db } = context;

  route('POST /api/accounts/{accountId}/merge', async ({ person, params, body }) => {
    const { accountId } = params;
    const { intoAccountId: intoId } = body;
    const isOver = respondDeadline();
    const workspaceId = await mergeAccounts(db, person, { accountId, intoId });
    const into = { workspaceId, accountId: intoId };
    await enqueueAccountChanges(context);
    await finishMerge(db, { workspaceId, accountId }, isOver);
    await finishDomainChanges(db, into, isOver);
    await beginSharesOf(db, into, isOver);
    await enqueueRemaining(context);
    return {};
  });

  route('GET /api/accounts/{accountId}/merged-into', async ({ person, params }) => ({
    accountId: await findMergedInto(db, person.id, params.accountId),
  }));

  route(
    'POST /api/workspaces/{workspaceId}/deleted-accounts/{accountId}/merge',
    async ({ person, params, body }) => {
      const { intoAccountId: intoId } = body;
      const into = { workspaceId: params.workspaceId, accountId: intoId };
      const isOver = respondDeadline();
      const sharedAgain = await mergeDeletedAccount(db, person, { ...params, intoId }, isOver);
      await enqueueAccountChanges(context);
      await restoreShares(db, into, isOver);
      await finishDomainChanges(db, into, isOver);
      await enqueueRemaining(context);
      return { sharedAgain };
    },
  );
}
