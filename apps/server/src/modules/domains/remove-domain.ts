import { sql } from 'kysely';
import type { Database } from '../../platform/database/create-database.ts';
import { lockOwner } from '../activities/lock-owner.ts';
import {
  withdrawalDeadline,
  withdrawForRequest,
} from '../activities/publishing/publish-requests.ts';
import { findOwnDomain } from './find-own-domain.ts';
import { revokeShares } from './revoke-shares.ts';

interface Removal {
  userId: string;
  domainId: string;
}

/**
 * Stops tracking a domain: withdraws what it published, then deletes what was captured for it alone.
 * If it fails in between, the domain is tracked and not shared.
 *
 * @throws AppError NOT_FOUND for another's domain; CONFLICT when so much is withdrawn that it goes on
 *   after the response.
 */
export async function removeDomain(
  db: Database,
  removal: Removal,
  deadline = withdrawalDeadline(),
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOwner(tx, removal.userId);
    const { id } = await findOwnDomain(tx, removal.userId, removal.domainId);
    await revokeShares(tx, removal.userId, [id]);
  });
  await withdrawForRequest(
    db,
    removal.userId,
    'The domain is no longer shared. What you shared is still being removed, which goes on by itself. Remove the domain again in a minute.',
    deadline,
  );
  await deleteDomain(db, removal);
  // The user may have shared it again in between.
  await withdrawForRequest(
    db,
    removal.userId,
    'The domain is removed. What you shared is still being removed, which goes on by itself.',
    deadline,
  );
}

/** Deletes the domain, requests the withdrawal of a share, and deletes what was captured for it. */
export async function deleteDomain(db: Database, { userId, domainId }: Removal): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOwner(tx, userId);
    const { id } = await findOwnDomain(tx, userId, domainId);
    await revokeShares(tx, userId, [id]);
    // Each table is read once: of a user whose rows are newer than its statistics, the planner expects one
    // row, and would go through all links for each activity.
    await sql`set local enable_nestloop = off`.execute(tx);
    await sql`
      delete from captured_activities captured using captured_activity_domains link
      where link.owner_id = ${userId} and link.domain_id = ${id}
        and captured.owner_id = ${userId} and captured.id = link.captured_id
        and not exists (
          select from captured_activity_domains other
          where other.owner_id = ${userId} and other.captured_id = captured.id
            and other.domain_id <> ${id})`.execute(tx);
    await sql`set local enable_nestloop = on`.execute(tx);
    await tx.deleteFrom('domains').where('owner_id', '=', userId).where('id', '=', id).execute();
  });
}
