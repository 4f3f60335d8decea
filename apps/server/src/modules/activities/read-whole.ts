import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/create-database.ts';
import type { Published } from './find-published.ts';
import type { WholeActivity } from './storage/activity-storage.ts';
import { storageOf } from './storage/storage-of.ts';

/**
 * The emails of a thread, oldest first, or the one activity. Of a long thread the newest have their texts
 * (`limits.conversationTextBytes`).
 */
export function readWhole(
  db: Connection,
  userId: string,
  { workspaceId, accountId }: Published,
  threadId: string | null,
  id: string,
): Promise<WholeActivity[]> {
  const which =
    threadId === null
      ? sql`published.id = ${id}`
      : sql`published.account_id = ${accountId} and published.thread_id = ${threadId}`;
  return storageOf(db).readWhole(db, {
    userId,
    workspaceId,
    which,
    textBytes: limits.conversationTextBytes,
  });
}
