import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { forgetEndedShares } from '#modules/accounts/forget-ended-shares.ts';
import { lockOwner } from '../activities/lock-owner.ts';
import { revokeShares } from './revoke-shares.ts';

/**
 * Ends all shares of a user, in the caller's transaction, after which the caller calls `withdrawForRequest`.
 *
 * @returns how many domains they track, and how many they shared.
 */
export async function endAllShares(
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
  const { domains } = await tx
    .selectFrom('domains')
    .select((the) => the.fn.countAll<number>().as('domains'))
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { domains, shares: shares.length };
}

/**
 * Deletes some of a user's captured activities.
 *
 * @returns whether none is left.
 */
export async function deleteSomeCaptured(
  db: Database,
  userId: string,
  some: number,
): Promise<boolean> {
  return db.transaction().execute((tx) => takeCapturedStep(tx, userId, some));
}

/** Takes a step in the caller's transaction. */
export async function takeCapturedStep(
  tx: Connection,
  userId: string,
  some: number,
): Promise<boolean> {
  await lockOwner(tx, userId);
  const { rows } = await sql`
    delete from captured_activities
    where owner_id = ${userId} and id in (
      select id from captured_activities where owner_id = ${userId} order by id limit ${some})
    returning id`.execute(tx);
  return rows.length < some;
}

/**
 * Stops tracking all domains of a user, in the caller's transaction. Revokes their shares, deletes their
 * captured activities and the counts of discovery, and ends the import of earlier activities. The caller then
 * calls `withdrawForRequest`.
 */
export async function removeAllDomains(tx: Connection, userId: string): Promise<void> {
  await endAllShares(tx, userId);
  // The domains first: with them their links go at once, and not with each captured activity.
  for (const table of [
    'domains',
    'captured_activities',
    'shared_meetings',
    'protected_refs',
    'histories',
    'history_imports',
    ...discoveryTables,
  ] as const) {
    await tx.deleteFrom(table).where('owner_id', '=', userId).execute();
  }
}

/** Counts and samples of mail that concerns no tracked domain. */
const discoveryTables = [
  'discovered_days',
  'discovered_samples',
  'discovered_mails',
  'excluded_days',
] as const;
