import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/http/app-error.ts';
import { recordChange } from '../../audit/record-change.ts';
import { findMembership } from '../../users/find-membership.ts';
import { findMember } from '../list-members.ts';
import { lockManaged, type Manager, scopeOf } from '../manager.ts';

/**
 * Makes another member an owner and the caller, an owner, a member, in one transaction that locks
 * the workspace, so that concurrent transfers leave it with an owner.
 *
 * @throws AppError `NOT_FOUND`, `FORBIDDEN` for anyone but an owner, or `CONFLICT` for a new owner
 *   who cannot sign in
 */
export async function transferOwnership(
  { db }: Pick<Context, 'db'>,
  owner: Manager & { id: string },
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const workspace = await lockManaged(tx, owner, workspaceId);
    const own = await findMembership(tx, owner.id, workspaceId);
    if (own?.role !== 'owner') {
      throw new AppError('FORBIDDEN', 'Only an owner can transfer the ownership of the workspace');
    }
    const member = await findMember(tx, workspaceId, userId);
    if (userId === owner.id) throw new AppError('CONFLICT', 'You own the workspace already');
    if (member.state !== 'active') {
      throw new AppError(
        'CONFLICT',
        `${member.name} cannot sign in ${member.state === 'invited' ? 'yet' : 'any more'}. Choose another member.`,
      );
    }
    const setRole = (id: string, role: 'owner' | 'member') =>
      tx
        .updateTable('memberships')
        .set({ role })
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', id)
        .execute();
    await setRole(userId, 'owner');
    await setRole(owner.id, 'member');
    await recordChange(tx, {
      actor: owner,
      action: 'workspace.ownership-transferred',
      person: { id: userId, name: member.name },
      scope: scopeOf(workspace),
      before: { owner: owner.name, role: member.role },
      after: { owner: member.name, role: 'owner' },
    });
  });
}
