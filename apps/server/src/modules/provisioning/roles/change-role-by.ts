import type { Context } from '#platform/context.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { bringBack, handOver } from '#modules/hand-overs/hand-over.ts';
import { addMember } from '#modules/workspaces/add-member.ts';
import { lockManaged, scopeOf } from '#modules/workspaces/manager.ts';
import { storeRole } from '#modules/workspaces/store-role.ts';
import { provisionerOf } from '../users/provisioner.ts';
import type { RoleOrNone } from './decide-role.ts';
import type { RoleCheck, RoleState } from './role-state.ts';

/**
 * Changes the role of a user in the name of the provider. Someone who leaves the workspace is handed over, and keeps
 * what they shared there: within 30 days they come back with it.
 *
 * @throws AppError `CONFLICT` for the last owner; `LIMIT_REACHED`
 */
export async function changeRoleBy(
  parts: Pick<Context, 'db' | 'jobs'>,
  { userId, workspaceId }: RoleCheck,
  { organization, name, current, handOver: handed }: RoleState,
  role: RoleOrNone,
): Promise<void> {
  const { db } = parts;
  const manager = provisionerOf(organization);
  if (role === current) return;
  if (role === null) {
    await handOver(parts, manager, { userId, workspaceId, choice: 'keep', successorId: null });
    return;
  }
  if (current === null && handed !== null) {
    await bringBack(parts, manager, { userId, workspaceId });
  }
  await db.transaction().execute(async (tx) => {
    if (current !== null || handed !== null) {
      await storeRole(tx, manager, { userId, workspaceId, role });
      return;
    }
    const workspace = await lockManaged(tx, manager, workspaceId);
    await addMember(tx, { userId, workspaceId, role });
    await recordChange(tx, {
      actor: manager,
      action: 'member.added',
      person: { id: userId, name },
      scope: scopeOf(workspace),
      after: { role },
    });
  });
}
