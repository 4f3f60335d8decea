import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { Actor } from '../audit/actor.ts';

/**
 * Ends the link by which a user who deleted themselves comes back, so that only an administrator brings them
 * back from now on. The caller has locked the user.
 *
 * @param by who ends it; the deletion is theirs from then on.
 * @returns whether there was a link.
 */
export async function endReturnLink(tx: Connection, userId: string, by: Actor): Promise<boolean> {
  const { rows } = await sql`
    update hand_overs set return_token_hash = null, begun_by = ${by.name}
    where user_id = ${userId} and workspace_id is null and return_token_hash is not null
      and state = 'leaving' and ends_at > now()
    returning id`.execute(tx);
  return rows.length > 0;
}
