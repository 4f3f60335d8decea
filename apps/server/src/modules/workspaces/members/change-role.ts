import type { Member } from '@repo/contract/workspaces';
import type { Context } from '#platform/context.ts';
import type { Manager } from '../manager.ts';
import { type RoleChange, storeRole } from '../store-role.ts';
import { notifyOwnersOfMember } from './notify-owners.ts';

/**
 * Changes a member's role. Notifies the owners by email when an administrator who is not an owner
 * makes someone an owner.
 *
 * @throws AppError `NOT_FOUND`, `FORBIDDEN`, or `CONFLICT` for the last active owner
 */
export async function changeRole(
  context: Pick<Context, 'config' | 'db' | 'log' | 'mailer'>,
  manager: Manager,
  change: RoleChange,
): Promise<Member> {
  const { member, workspace } = await context.db
    .transaction()
    .execute((tx) => storeRole(tx, manager, change));
  if (change.role === 'owner' && workspace?.actsAsAdministrator) {
    const changed = { ...member, id: change.userId };
    await notifyOwnersOfMember(context, {
      workspace,
      member: changed,
      actor: manager,
      change: 'became owner',
    });
  }
  return member;
}
