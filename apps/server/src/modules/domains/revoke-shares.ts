import type { Connection } from '../../platform/database/create-database.ts';
import { requestWithdrawals } from '../activities/publishing/publish-requests.ts';

/**
 * Deletes the shares of one user's domains and requests that what they published is withdrawn. The
 * caller has locked the owner, and calls `withdrawForRequest` after its transaction.
 */
export async function revokeShares(
  tx: Connection,
  ownerId: string,
  domainIds: readonly string[],
): Promise<void> {
  if (domainIds.length === 0) return;
  const ended = await tx
    .deleteFrom('domain_shares')
    .where('owner_id', '=', ownerId)
    .where('domain_id', 'in', domainIds)
    .returning(['workspace_id as workspaceId', 'account_id as accountId'])
    .execute();
  await requestWithdrawals(tx, ownerId, ended);
}
