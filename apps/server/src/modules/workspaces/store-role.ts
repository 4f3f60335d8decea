import type { Role } from '@repo/contract/fields';
import type { Member } from '@repo/contract/workspaces';
import type { Connection } from '#platform/database/create-database.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { findMember } from './list-members.ts';
import { lockManaged, type ManagedWorkspace, type Manager, scopeOf } from './manager.ts';
import { requireOwnerLeft } from './require-owner-left.ts';

export interface RoleChange {
  workspaceId: string;
  userId: string;
  role: Role;
}

/**
 * Stores the role of a member.
 *
 * @returns the member, and the workspace if the role has changed.
 * @throws AppError `NOT_FOUND`, `FORBIDDEN`, or `CONFLICT` for the last active owner
 */
export async function storeRole(
  tx: Connection,
  manager: Manager,
  { workspaceId, userId, role }: RoleChange,
): Promise<{ member: Member; workspace?: ManagedWorkspace }> {
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
}
