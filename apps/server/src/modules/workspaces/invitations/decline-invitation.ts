import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { recordChange } from '../../audit/record-change.ts';
import { scopeOf } from '../manager.ts';
import { lockPending, requireLink, type UsedLink } from './open-invitation.ts';

/**
 * Declines an invitation. The link is sufficient: people without a user account can decline, too.
 *
 * @throws AppError `NOT_FOUND`, `RATE_LIMITED`, or `CONFLICT` for one that ended or expired
 */
export async function declineInvitation(
  { db }: Pick<Context, 'db'>,
  link: UsedLink,
): Promise<void> {
  await requireLink(db, link);
  await db.transaction().execute(async (tx) => {
    const { id, email, role, workspace } = await lockPending(tx, link.token);
    await tx
      .updateTable('invitations')
      .set({ state: 'declined', ended_at: sql`now()` })
      .where('id', '=', id)
      .execute();
    await recordChange(tx, {
      actor: { id: null, name: email },
      action: 'invitation.declined',
      scope: scopeOf(workspace),
      before: { email, role },
    });
  });
}
