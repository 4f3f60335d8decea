import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { lockOwner } from '../activities/lock-owner.ts';
import { forgetSharedMeetings } from '#modules/activities/update-shared-meetings.ts';
import { findOwnDomain } from './find-own-domain.ts';
import { revokeShares } from './revoke-shares.ts';

export interface Removal {
  userId: string;
  domainId: string;
}

/** Captured activities in a step, and in a search for more, which reads all links of the user. */
export const deletionSizes = { step: 2_000, window: 50_000 };

/**
 * Deletes the activities captured for a domain alone, in steps, and the domain with the last one. Each step
 * requests the withdrawal of a share. If the steps end early, the domain stays tracked, and the nightly
 * comparison captures what is missing.
 *
 * @param afterStep called while more is left; throws to end it.
 * @throws AppError NOT_FOUND for another user's domain.
 */
export async function deleteDomain(
  db: Database,
  removal: Removal,
  afterStep: () => Promise<void> = async () => {},
  sizes = deletionSizes,
): Promise<void> {
  for (let steps = 0, isDone = false; !isDone;) {
    const ids = await db
      .transaction()
      .execute((tx) => listCapturedAlone(tx, removal, sizes.window));
    for (let at = 0; at <= ids.length && !isDone; at += sizes.step) {
      const isLast = ids.length < sizes.window && at + sizes.step > ids.length;
      const some = ids.slice(at, at + sizes.step);
      isDone = await takeStep(db, removal, some, isLast ? sizes.step : 0).catch(
        (error: unknown) => {
          // Another request has taken the last step.
          if (steps > 0 && error instanceof AppError && error.code === 'NOT_FOUND') return true;
          throw error;
        },
      );
      steps += 1;
      if (!isDone) await afterStep();
    }
  }
}

/**
 * Deletes these captured activities.
 *
 * @param maxLate with which the domain is deleted, unless so many or more were captured since.
 * @returns whether the domain is deleted.
 */
async function takeStep(
  db: Database,
  removal: Removal,
  ids: readonly string[],
  maxLate: number,
): Promise<boolean> {
  const { userId, domainId } = removal;
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, userId);
    const { id } = await findOwnDomain(tx, userId, domainId);
    await revokeShares(tx, userId, [id]);
    await deleteCaptured(tx, removal, ids);
    if (maxLate === 0) return false;
    const late = await listCapturedAlone(tx, removal, maxLate);
    await deleteCaptured(tx, removal, late);
    if (late.length === maxLate) return false;
    // The domain's links to activities of other domains go with it.
    await tx.deleteFrom('domains').where('owner_id', '=', userId).where('id', '=', id).execute();
    await forgetSharedMeetings(tx, userId);
    return true;
  });
}

/** Deletes the captured activities among these that no other domain has. */
async function deleteCaptured(
  tx: Connection,
  { userId, domainId }: Removal,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    delete from captured_activities captured
    where owner_id = ${userId} and id = any(${ids}::uuid[])
      and not exists (
        select from captured_activity_domains other
        where other.owner_id = ${userId} and other.captured_id = captured.id
          and other.domain_id <> ${domainId})`.execute(tx);
}

/** The activities captured for a domain alone, in the order in which they were stored. */
async function listCapturedAlone(
  tx: Connection,
  { userId, domainId }: Removal,
  limit: number,
): Promise<string[]> {
  // Reads the table once: the planner expects one row of a user with rows newer than its statistics, and
  // would go through all links for each activity.
  await sql`set local enable_nestloop = off`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    select link.captured_id as id from captured_activity_domains link
    where link.owner_id = ${userId} and link.domain_id = ${domainId}
      and not exists (
        select from captured_activity_domains other
        where other.owner_id = ${userId} and other.captured_id = link.captured_id
          and other.domain_id <> ${domainId})
    order by link.captured_id limit ${limit}`.execute(tx);
  await sql`set local enable_nestloop = on`.execute(tx);
  return rows.map(({ id }) => id);
}
