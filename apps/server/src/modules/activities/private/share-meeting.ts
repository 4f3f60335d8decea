import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { hideCopies } from '../capturing/hide-copies.ts';
import { type LinkedActivity, linksOfActivities } from '../capturing/links.ts';
import { lockOwner } from '../lock-owner.ts';
import { publishLinks } from '../publishing/publish-links.ts';
import { publisherOf } from '../publishing/publisher/publisher-of.ts';
import { requireNotLeft } from '../../users/require-not-left.ts';
import { isPrivateMeeting } from '../is-private-meeting.ts';

/**
 * Shares a meeting that its calendar marks as private with colleagues, as the shares of its domains say, or ends
 * that. The choice is stored by the meeting's key, so that it holds for all copies of the user and after each sync.
 * When this ends the share, no reader finds the user's copies any more.
 *
 * @throws AppError NOT_FOUND for what is no private meeting of the user; CONFLICT as `requireNotLeft`;
 *   UNAVAILABLE where a workspace does not respond.
 */
export async function shareMeeting(
  db: Database,
  ownerId: string,
  { meetingId, isShared }: { meetingId: string; isShared: boolean },
): Promise<void> {
  const links = await db.transaction().execute(async (tx) => {
    await lockOwner(tx, ownerId);
    const key = await findKey(tx, ownerId, meetingId);
    if (isShared) await requireNotLeft(tx, ownerId, [key]);
    await storeChoice(tx, ownerId, key, isShared);
    const linked = await linksOfActivities(tx, ownerId, [key]);
    await hideCopies(tx, ownerId, linked);
    await publishLinks(tx, ownerId, linked);
    return linked;
  });
  await publisherOf(db).finish(db, ownerId);
  if (!isShared) await requireGone(db, ownerId, links);
}

async function findKey(tx: Connection, ownerId: string, meetingId: string): Promise<string> {
  const { rows } = await sql<{ key: string }>`
    select captured.activity_key as key from captured_activities captured
    where captured.owner_id = ${ownerId} and captured.id = ${meetingId} and ${isPrivateMeeting}`.execute(
    tx,
  );
  const [found] = rows;
  if (found === undefined) throw notFound('Meeting');
  return found.key;
}

async function storeChoice(
  tx: Connection,
  ownerId: string,
  key: string,
  isShared: boolean,
): Promise<void> {
  const choice = { owner_id: ownerId, activity_key: key };
  if (isShared) {
    await tx
      .insertInto('shared_meetings')
      .values(choice)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return;
  }
  await tx
    .deleteFrom('shared_meetings')
    .where('owner_id', '=', ownerId)
    .where('activity_key', '=', key)
    .execute();
}

/** On a cluster its copies are withdrawn after the commit, which may not be possible now. */
async function requireGone(
  db: Connection,
  ownerId: string,
  links: readonly LinkedActivity[],
): Promise<void> {
  if (links.length === 0) return;
  const keys = [...new Set(links.map(({ activityKey }) => activityKey))];
  const accounts = await db
    .selectFrom('domain_shares')
    .select(['workspace_id', 'account_id'])
    .where('owner_id', '=', ownerId)
    .where(
      'domain_id',
      'in',
      links.map(({ domainId }) => domainId),
    )
    .execute();
  for (const { workspace_id, account_id } of accounts) {
    const { rows } = await sql`
      select from account_activity_contributors
      where workspace_id = ${workspace_id} and user_id = ${ownerId}
        and activity_id in (
          select published_id(${account_id}, key) from unnest(${keys}::uuid[]) as given(key))
        and exists (
          select from workspace_accounts
          where workspace_id = ${workspace_id} and id = ${account_id} and deleted_at is null)
      limit 1`.execute(db);
    if (rows.length > 0)
      throw new AppError(
        'UNAVAILABLE',
        'The meeting is private from now on. It could not be removed from the workspace yet, which goes on by itself.',
      );
  }
}
