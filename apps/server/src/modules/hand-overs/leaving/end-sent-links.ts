import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { LeavingScope } from './stored-hand-over.ts';

/**
 * Ends what a leaver handed out and no one has used yet: pending invitations that they sent, and as an
 * administrator links to set a password. Otherwise they could come back by an invitation to another address
 * of theirs. The caller has locked the workspaces that they leave.
 *
 * An invitation has its sender's name and no id; the log's entry of it has both.
 *
 * @returns how many ended.
 */
export async function endSentLinks(
  tx: Connection,
  { userId, workspaceId }: LeavingScope,
): Promise<number> {
  const { numAffectedRows: invitations = 0n } = await sql`
    update invitations invitation set state = 'withdrawn', ended_at = now()
    where state = 'pending' and (${workspaceId}::uuid is null or workspace_id = ${workspaceId}::uuid)
      and (inviter_name, email) in (
        select actor_name, after->>'email' from audit_entries
        where actor_id = ${userId} and action = 'member.invited')`.execute(tx);
  if (workspaceId !== null) return Number(invitations);
  const { numDeletedRows } = await tx
    .deleteFrom('password_resets')
    .where('initiator_id', '=', userId)
    .executeTakeFirst();
  return Number(invitations + numDeletedRows);
}
