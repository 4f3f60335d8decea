import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { lockManaged, type Manager, scopeOf } from './manager.ts';
import { findListed } from './list-invitations.ts';

/**
 * Withdraws an invitation, or removes a declined one from the list.
 *
 * @throws AppError `NOT_FOUND` or `FORBIDDEN`
 */
export function withdrawInvitation(
  db: Database,
  manager: Manager,
  { workspaceId, invitationId }: { workspaceId: string; invitationId: string },
): Promise<{ email: string }> {
  return db.transaction().execute(async (tx) => {
    const workspace = await lockManaged(tx, manager, workspaceId);
    const { email, role } = await findListed(tx, workspaceId, invitationId);
    await tx
      .updateTable('invitations')
      .set({ state: 'withdrawn', ended_at: sql`now()` })
      .where('id', '=', invitationId)
      .where('state', 'in', ['pending', 'declined'])
      .execute();
    await recordChange(tx, {
      actor: manager,
      action: 'invitation.withdrawn',
      scope: scopeOf(workspace),
      before: { email, role },
    });
    return { email };
  });
}
