import { levelOfNumber, type ShareLevel } from '@repo/domain/sharing/share-level';
import type { Connection } from '#platform/database/create-database.ts';

/** Reads the level that a workspace chose for new shares that name none. */
export async function defaultLevel(db: Connection, workspaceId: string): Promise<ShareLevel> {
  const { level } = await db
    .selectFrom('workspaces')
    .select('default_share_level as level')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return levelOfNumber(level);
}
