import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { isHolding } from '#modules/activities/holding-requests.ts';

/**
 * Deletes requests for access that no longer hold: they wait too long, were declined some time ago, have ended, or one
 * of the two left the workspace.
 *
 * @param askerId of this user alone, if given.
 */
export async function forgetEndedRequests(db: Connection, askerId?: string): Promise<void> {
  await sql`
    delete from access_requests request
    where ${askerId === undefined ? sql`true` : sql`request.asker_id = ${askerId}`}
      and not ${isHolding('request')}`.execute(db);
}
