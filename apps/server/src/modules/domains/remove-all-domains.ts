import type { Connection } from '../../platform/database/create-database.ts';
import { forgetEndedShares } from '../accounts/deletion/forget-ended-shares.ts';
import { lockOwner } from '../activities/lock-owner.ts';
import { revokeShares } from './revoke-shares.ts';

/**
 * Stops tracking all domains of a user, in the caller's transaction: revokes their shares and
 * deletes what was captured for them and what discovery counted in their mailbox, and
 * ends the import of earlier activities. After it the caller calls `withdrawForRequest`.
 */
export async function removeAllDomains(
  tx: Connection,
  userId: string,
): Promise<{ domains: number; shares: number }> {
  await lockOwner(tx, userId);
  const shares = await tx
    .selectFrom('domain_shares')
    .select('domain_id as id')
    .where('owner_id', '=', userId)
    .execute();
  await revokeShares(
    tx,
    userId,
    shares.map(({ id }) => id),
  );
  await forgetEndedShares(tx, userId, 'everything');
  // The domains first: with them their links go at once, and not with each captured activity.
  const { numDeletedRows } = await tx
    .deleteFrom('domains')
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow();
  for (const table of [
    'captured_activities',
    'shared_meetings',
    'histories',
    'history_imports',
    ...discoveryTables,
  ] as const) {
    await tx.deleteFrom(table).where('owner_id', '=', userId).execute();
  }
  return { domains: Number(numDeletedRows), shares: shares.length };
}

/** Counts and samples of mail that concerns no tracked domain. */
const discoveryTables = [
  'discovered_days',
  'discovered_samples',
  'discovered_mails',
  'excluded_days',
] as const;
