import { sql } from 'kysely';
import type { Database } from '../../platform/database/create-database.ts';
import { lockOwner } from '../activities/lock-owner.ts';
import { findOwnDomain } from './find-own-domain.ts';
import { revokeShares } from './revoke-shares.ts';

/**
 * Stops tracking a domain: revokes what it published and forgets what was captured for it alone.
 *
 * @throws AppError NOT_FOUND for another's domain.
 */
export async function removeDomain(
  db: Database,
  given: { personId: string; domainId: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOwner(tx, given.personId);
    const { id } = await findOwnDomain(tx, given.personId, given.domainId);
    await revokeShares(tx, [id]);
    await sql`
      delete from captured_activities captured using captured_activity_domains link
      where link.domain_id = ${id} and captured.id = link.captured_id
        and not exists (
          select from captured_activity_domains other
          where other.captured_id = captured.id and other.domain_id <> ${id})`.execute(tx);
    await tx.deleteFrom('domains').where('id', '=', id).execute();
  });
}
