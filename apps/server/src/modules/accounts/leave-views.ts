import type { Connection } from '#platform/database/create-database.ts';

/**
 * Deletes the private views of a user who leaves a workspace, and the user's default. Shared views stay with
 * the workspace, where owners can change them.
 */
export async function leaveViews(
  tx: Connection,
  { userId, workspaceId }: { userId: string; workspaceId: string },
): Promise<void> {
  await tx
    .deleteFrom('default_views')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
  const ofPerson = { workspace_id: workspaceId, owner_id: userId };
  await tx
    .deleteFrom('saved_views')
    .where(({ and }) => and(ofPerson))
    .where('is_shared', '=', false)
    .execute();
  await passSharedViews(tx, { userId, workspaceId }, null);
}

/** Gives the shared views of a user who leaves a workspace to a successor, or to the workspace. */
export async function passSharedViews(
  tx: Connection,
  { userId, workspaceId }: { userId: string; workspaceId: string },
  successorId: string | null,
): Promise<void> {
  await tx
    .updateTable('saved_views')
    .set({ owner_id: successorId })
    .where('workspace_id', '=', workspaceId)
    .where('owner_id', '=', userId)
    .where('is_shared', '=', true)
    .execute();
}
