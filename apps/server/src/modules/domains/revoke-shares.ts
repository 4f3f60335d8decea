import type { Connection } from '../../platform/database/create-database.ts';
import { publishDomains } from '../activities/publishing/publish-domains.ts';

/**
 * Ends the shares of some domains of one person, and with them what they published. The caller
 * holds the owner.
 */
export async function revokeShares(tx: Connection, domainIds: readonly string[]): Promise<void> {
  if (domainIds.length === 0) return;
  const ended = await tx
    .deleteFrom('domain_shares')
    .where('domain_id', 'in', domainIds)
    .returning(['domain_id as domainId', 'account_id as accountId'])
    .execute();
  // All at once: one after the other could wait in a circle.
  await publishDomains(tx, ended);
}
