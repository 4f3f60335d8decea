import { type Visit, visitAt } from '@repo/domain/today/visit';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { lockMembership } from '#modules/users/lock-membership.ts';

interface Member {
  workspaceId: string;
  userId: string;
}

/** The visit of a member who opens the page now. */
export async function readVisit(
  db: Connection,
  { workspaceId, userId }: Member,
  now: Date,
): Promise<Visit> {
  const { rows } = await sql<Visit>`
    select since, seen_at as "seenAt" from today_visits
    where workspace_id = ${workspaceId} and user_id = ${userId}`.execute(db);
  return visitAt(rows[0], now);
}

/**
 * Records that a member has seen the news.
 *
 * @throws AppError NOT_FOUND for a user who is not a member.
 */
export async function recordVisit(db: Database, member: Member, now = new Date()): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockMembership(tx, member);
    const { since, seenAt } = await readVisit(tx, member, now);
    await sql`
      insert into today_visits (workspace_id, user_id, since, seen_at)
      values (${member.workspaceId}, ${member.userId}, ${since}, ${seenAt})
      on conflict (workspace_id, user_id)
        do update set since = excluded.since, seen_at = excluded.seen_at
        where today_visits.seen_at < excluded.seen_at`.execute(tx);
  });
}
