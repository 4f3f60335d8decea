import type { Connection } from '../../platform/database/create-database.ts';
import { publishDomains } from '../activities/publishing/publish-domains.ts';

/**
 * Deletes the shares of one user's domains and unpublishes what they published. The caller has
 * locked the owner.
 */
export async function revokeShares(tx: Connection, domainIds: readonly string[]): Promise<void> {
  if (domainIds.length === 0) return;
  const ended = await tx
    .deleteFrom('domain_shares')
    .where('domain_id', 'in', domainIds)
    .returning(['domain_id as domainId', 'account_id as accountId'])
    .execute();
  // In one statement, since locking one after the other could deadlock.
  await publishDomains(tx, ended);
}
