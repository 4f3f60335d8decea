import type { Connection } from '../../platform/database/create-database.ts';
import { lockOwner } from '../activities/lock-owner.ts';
import { lockAccounts } from '../activities/publishing/lock-accounts.ts';
import { withdrawOwner } from '../activities/publishing/withdraw-owner.ts';

/**
 * Stops tracking all domains of a person, in the caller's transaction: takes back what they
 * published and forgets what was captured for them.
 */
export async function removeAllDomains(
  tx: Connection,
  personId: string,
): Promise<{ domains: number; shares: number }> {
  await lockOwner(tx, personId);
  const shares = await tx
    .deleteFrom('domain_shares')
    .using('domains')
    .whereRef('domains.id', '=', 'domain_shares.domain_id')
    .where('domains.owner_id', '=', personId)
    .returning('domain_shares.account_id as accountId')
    .execute();
  const accountIds = [...new Set(shares.map(({ accountId }) => accountId))];
  // All at once, in the order of the ids: one after the other could wait in a circle.
  await lockAccounts(tx, accountIds);
  await withdrawOwner(tx, personId, accountIds);
  // The domains first: with them their links go at once, and not with each captured activity.
  const { numDeletedRows } = await tx
    .deleteFrom('domains')
    .where('owner_id', '=', personId)
    .executeTakeFirstOrThrow();
  await tx.deleteFrom('captured_activities').where('owner_id', '=', personId).execute();
  return { domains: Number(numDeletedRows), shares: shares.length };
}
