import { limits } from '@repo/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { Published } from '../find-published.ts';
import type { WholeActivity } from '../storage/activity-storage.ts';
import { storageOf } from '../storage/storage-of.ts';
import { parsePosition } from '../timeline-position.ts';

/** Reads one activity with its text; none if it was withdrawn in the meantime. */
export const readOne = (
  db: Connection,
  userId: string,
  published: Published,
  id: string,
): Promise<WholeActivity[]> => readWhole(db, userId, published, sql`published.id = ${id}`);

interface Thread extends Published {
  threadId: string;
}

/**
 * Reads the newest emails of a thread, oldest first: at most `limits.conversationMessages`, the newest of
 * them with their texts (`limits.conversationTextBytes`).
 *
 * @param before a position in the thread; only older emails are read.
 */
export const readThread = (
  db: Connection,
  userId: string,
  thread: Thread,
  before?: string,
): Promise<WholeActivity[]> =>
  readWhole(
    db,
    userId,
    thread,
    sql`published.id = any(array(
      select message.id from account_activities message
      where ${isOf(thread)} ${before === undefined ? sql`` : isOlder(before)}
      order by message.occurred_at desc, message.id desc limit ${limits.conversationMessages}))`,
  );

export async function countThread(db: Connection, thread: Thread): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from account_activities message
    where ${isOf(thread)}`.execute(db);
  return rows[0]?.count ?? 0;
}

const readWhole = (
  db: Connection,
  userId: string,
  { workspaceId }: Published,
  which: RawBuilder<unknown>,
): Promise<WholeActivity[]> =>
  storageOf(db).readWhole(db, {
    userId,
    workspaceId,
    which,
    textBytes: limits.conversationTextBytes,
  });

const isOf = ({ workspaceId, accountId, threadId }: Thread) => sql`
  message.workspace_id = ${workspaceId} and message.account_id = ${accountId}
    and message.thread_id = ${threadId}`;

function isOlder(before: string): RawBuilder<unknown> {
  const { instant, id } = parsePosition(before);
  return id === undefined
    ? sql`and message.occurred_at < ${instant}`
    : sql`and (message.occurred_at, message.id) < (${instant}, ${id}::uuid)`;
}
