import type { Connection } from '#platform/database/create-database.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { findMembership } from '#modules/users/find-membership.ts';
import { lockManaged, type ManagedWorkspace, type Manager } from '#modules/workspaces/manager.ts';

/** An owner of a workspace. A server administrator has no rights here without being one. */
export type Owner = Manager & { id: string };

/** @throws AppError `NOT_FOUND` for someone who is no member, `FORBIDDEN` for a member. */
export async function requireOwner(
  db: Connection,
  { id }: Pick<Owner, 'id'>,
  workspaceId: string,
): Promise<void> {
  const membership = await findMembership(db, id, workspaceId);
  if (membership === undefined) throw notFound('Workspace');
  if (membership.role === 'owner') return;
  throw new AppError('FORBIDDEN', 'Only an owner of the workspace can see and change its webhooks');
}

/**
 * Locks a workspace for a change of its webhooks, so that simultaneous requests cannot exceed their limit.
 *
 * @throws AppError as `requireOwner`
 */
export async function lockOwned(
  tx: Connection,
  owner: Owner,
  workspaceId: string,
): Promise<ManagedWorkspace> {
  await requireOwner(tx, owner, workspaceId);
  const workspace = await lockManaged(tx, owner, workspaceId, 'its webhooks');
  // The role may have ended while this waited.
  await requireOwner(tx, owner, workspaceId);
  return workspace;
}
