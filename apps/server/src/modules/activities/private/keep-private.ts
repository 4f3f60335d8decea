import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { findPublished, type Published } from '../find-published.ts';
import { lockOwner } from '../lock-owner.ts';
import { publishLinks } from '../publishing/publish-links.ts';
import { publisherOf } from '../publishing/publisher/publisher-of.ts';
import { markPrivate } from './mark-private.ts';

const conversationPrefix = 'conversation.';

/**
 * Keeps the conversation of a published activity private: the user's copies of all of it, now and later, are published
 * nowhere. When this returns, no reader finds them any more; copies that colleagues share stay theirs to share.
 *
 * @returns the id of the private conversation.
 * @throws AppError NOT_FOUND for what the user may not see or has no copy of; UNAVAILABLE where a workspace
 *   does not respond.
 */
export async function keepPrivate(
  db: Database,
  userId: string,
  activityId: string,
): Promise<string> {
  const id = activityId.startsWith(conversationPrefix)
    ? activityId.slice(conversationPrefix.length)
    : activityId;
  const published = await findPublished(db, userId, id);
  if (published === undefined) throw notFound('Activity');
  const capturedIds = await findOwnCopies(db, userId, published, id);
  if (capturedIds.length === 0) throw notFound('Activity');
  const conversationId = await db.transaction().execute(async (tx) => {
    await lockOwner(tx, userId);
    const { rows } = await sql<{ ref: string }>`
      select activity_key as ref from captured_activities
      where owner_id = ${userId} and id = any(${capturedIds}::uuid[])
      union
      select unnest(thread_refs) from captured_activities
      where owner_id = ${userId} and id = any(${capturedIds}::uuid[])`.execute(tx);
    const refs = rows.map(({ ref }) => ref);
    // It was deleted at the provider a moment ago.
    if (refs.length === 0) throw notFound('Activity');
    const { conversationIds, closed } = await markPrivate(tx, userId, [refs]);
    await publishLinks(tx, userId, closed);
    return conversationIds[0] ?? '';
  });
  await publisherOf(db).finish(db, userId);
  await requireGone(db, userId, published, capturedIds);
  return conversationId;
}

/** The user's copies of an activity, or of everything in its thread. */
async function findOwnCopies(
  db: Connection,
  userId: string,
  { workspaceId, accountId, threadId }: Published,
  id: string,
): Promise<string[]> {
  const { rows } = await sql<{ capturedId: string }>`
    select distinct contributor.captured_id as "capturedId"
    from account_activities published
    join account_activity_contributors contributor
      on contributor.workspace_id = ${workspaceId} and contributor.activity_id = published.id
        and contributor.user_id = ${userId}
    where published.workspace_id = ${workspaceId} and published.account_id = ${accountId}
      and (published.id = ${id} or published.thread_id = ${threadId})`.execute(db);
  return rows.map(({ capturedId }) => capturedId);
}

/** On a cluster they are withdrawn after the commit, which may not be possible now. */
async function requireGone(
  db: Connection,
  userId: string,
  { workspaceId, accountId }: Published,
  capturedIds: readonly string[],
): Promise<void> {
  const { rows } = await sql`
    select from account_activity_contributors
    where workspace_id = ${workspaceId} and account_id = ${accountId} and user_id = ${userId}
      and captured_id = any(${capturedIds}::uuid[]) limit 1`.execute(db);
  if (rows.length === 0) return;
  throw new AppError(
    'UNAVAILABLE',
    'The conversation is private from now on. It could not be removed from the workspace yet, which goes on by itself.',
  );
}
