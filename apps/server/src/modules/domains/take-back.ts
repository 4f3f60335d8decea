import type { Connection } from '../../platform/database/create-database.ts';
import { lockAccounts } from '../activities/publishing/lock-accounts.ts';
import { publishDomain } from '../activities/publishing/publish-domain.ts';

/**
 * Ends the shares of some domains of one person, and with them what they published. The caller
 * holds the owner.
 */
export async function takeBack(tx: Connection, domainIds: readonly string[]): Promise<void> {
  if (domainIds.length === 0) return;
  const ended = await tx
    .deleteFrom('domain_shares')
    .where('domain_id', 'in', domainIds)
    .returning(['domain_id as domainId', 'account_id as accountId'])
    .execute();
  // All at once, in the order of the ids: one after the other could wait in a circle.
  await lockAccounts(
    tx,
    ended.map(({ accountId }) => accountId),
  );
  for (const share of ended) await publishDomain(tx, share);
}
