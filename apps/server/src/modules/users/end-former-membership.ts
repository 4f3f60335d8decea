import type { Connection } from '#platform/database/create-database.ts';
import { compareProtections } from './compare-protections.ts';

/**
 * Ends what is left of an earlier membership of a user who joins a workspace again: a hand-over there does
 * not go on.
 */
export async function endFormerMembership(
  tx: Connection,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('former_memberships')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (numDeletedRows > 0n) await compareProtections(tx, { userId, workspaceId });
  await tx
    .deleteFrom('hand_overs')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
}
