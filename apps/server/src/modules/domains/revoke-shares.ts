import type { Connection } from '#platform/database/create-database.ts';
import { forgetEndedShares, type Forgetting } from '#modules/accounts/forget-ended-shares.ts';
import { requestWithdrawals } from '#modules/activities/withdrawals.ts';

/**
 * Deletes the shares of one user's domains, including those that restoring a deleted account would begin
 * again, and requests the withdrawal of their activities. The caller has locked the user, and calls
 * `withdrawForRequest` after its transaction.
 *
 * @returns the workspaces of these shares.
 */
export async function revokeShares(
  tx: Connection,
  ownerId: string,
  domainIds: readonly string[],
  forgetting: Forgetting = {},
): Promise<Set<string>> {
  if (domainIds.length === 0) return new Set();
  const workspaces = await forgetEndedShares(tx, ownerId, { domainIds }, forgetting);
  const ended = await tx
    .deleteFrom('domain_shares')
    .where('owner_id', '=', ownerId)
    .where('domain_id', 'in', domainIds)
    .returning(['workspace_id as workspaceId', 'account_id as accountId'])
    .execute();
  await requestWithdrawals(tx, ownerId, ended);
  for (const { workspaceId } of ended) workspaces.add(workspaceId);
  return workspaces;
}
