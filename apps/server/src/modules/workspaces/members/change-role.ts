import type { Role } from '@repo/contract/fields';
import type { Member } from '@repo/contract/workspaces';
import type { Context } from '#platform/context.ts';
import { recordChange } from '../../audit/record-change.ts';
import { findMember } from '../list-members.ts';
import { lockManaged, type Manager, scopeOf } from '../manager.ts';
import { notifyOwnersOfMember } from './notify-owners.ts';
import { requireOwnerLeft } from '../require-owner-left.ts';

export interface RoleChange {
  workspaceId: string;
  userId: string;
  role: Role;
}

/**
 * Changes a member's role. Notifies the owners by email when an administrator who is not an owner
 * makes someone an owner.
 *
 * @throws AppError `NOT_FOUND`, `FORBIDDEN`, or `CONFLICT` for the last active owner
 */
export async function changeRole(
  context: Pick<Context, 'config' | 'db' | 'log' | 'mailer'>,
  manager: Manager,
  { workspaceId, userId, role }: RoleChange,
): Promise<Member> {
  const { member, workspace } = await context.db.transaction().execute(async (tx) => {
    const workspace = await lockManaged(tx, manager, workspaceId);
    const member = await findMember(tx, workspaceId, userId);
    if (member.role === role) return { member };
    if (member.role === 'owner' && member.state !== 'inactive') {
      await requireOwnerLeft(tx, { workspaceId, userId });
    }
    await tx
      .updateTable('memberships')
      .set({ role })
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .execute();
    await recordChange(tx, {
      actor: manager,
      action: 'member.role-changed',
      person: { id: userId, name: member.name },
      scope: scopeOf(workspace),
      before: { role: member.role },
      after: { role },
    });
    return { member: { ...member, role }, workspace };
  });
  if (role === 'owner' && workspace?.actsAsAdministrator) {
    const changed = { ...member, id: userId };
    await notifyOwnersOfMember(context, {
      workspace,
      member: changed,
      actor: manager,
      change: 'became owner',
    });
  }
  return member;
}
