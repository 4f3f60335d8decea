import type { Connection } from '#platform/database/create-database.ts';

/** Deletes the favourites and visits of a user who leaves a workspace. */
export async function leaveOwnAccounts(
  tx: Connection,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<void> {
  await tx
    .deleteFrom('own_accounts')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
}
