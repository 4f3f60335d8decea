import type { Connection } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';

/**
 * Refuses to remove the last active owner of a workspace with other members. The caller has locked
 * the workspace.
 *
 * @throws AppError `CONFLICT`
 */
export async function requireOwnerLeft(
  tx: Connection,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<void> {
  const others = await tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['memberships.role', 'users.is_active as isActive'])
    .where('memberships.workspace_id', '=', workspaceId)
    .where('memberships.user_id', '<>', userId)
    .execute();
  const hasOwner = others.some(({ role, isActive }) => role === 'owner' && isActive);
  if (others.length > 0 && !hasOwner) {
    throw new AppError(
      'CONFLICT',
      'The workspace needs an owner. Make another member an owner first.',
    );
  }
}
