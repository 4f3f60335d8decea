import { sql } from 'kysely';
import type { Database } from '../../platform/database/create-database.ts';
import { lockOwner } from '../activities/lock-owner.ts';
import { completeWithdrawals } from '../activities/publishing/publish-requests.ts';
import { findOwnDomain } from './find-own-domain.ts';
import { revokeShares } from './revoke-shares.ts';

interface Removal {
  personId: string;
  domainId: string;
}

/**
 * Stops tracking a domain: withdraws what it published, then deletes what was captured for it alone.
 * If it fails in between, the domain is tracked and not shared.
 *
 * @throws AppError NOT_FOUND for another's domain.
 */
export async function removeDomain(db: Database, removal: Removal): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOwner(tx, removal.personId);
    const { id } = await findOwnDomain(tx, removal.personId, removal.domainId);
    await revokeShares(tx, removal.personId, [id]);
  });
  await completeWithdrawals(db, removal.personId);
  await deleteDomain(db, removal);
  // The user may have shared it again in between.
  await completeWithdrawals(db, removal.personId);
}

/** Deletes the domain, requests the withdrawal of a share, and deletes what was captured for it. */
export async function deleteDomain(db: Database, { personId, domainId }: Removal): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOwner(tx, personId);
    const { id } = await findOwnDomain(tx, personId, domainId);
    await revokeShares(tx, personId, [id]);
    await sql`
      delete from captured_activities captured using captured_activity_domains link
      where link.owner_id = ${personId} and link.domain_id = ${id}
        and captured.owner_id = ${personId} and captured.id = link.captured_id
        and not exists (
          select from captured_activity_domains other
          where other.owner_id = ${personId} and other.captured_id = captured.id
            and other.domain_id <> ${id})`.execute(tx);
    await tx.deleteFrom('domains').where('owner_id', '=', personId).where('id', '=', id).execute();
  });
}
