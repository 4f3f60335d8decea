import { limits } from '@repo/contract/limits';
import type { TodayMeeting } from '@repo/contract/today';
import { isOver, todayAndTomorrow, upcomingMeetings } from '@repo/domain/today/upcoming-meetings';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { inWorkspaceOf } from '#platform/database/distribution/in-workspace.ts';
import { readLevel, shownColumn, showsLevel } from '#platform/database/level-columns.ts';
import type { StoredParticipant } from '#platform/database/schema/activities.ts';
import type { Page } from '../page.ts';

/** A meeting with the accounts that it is published in. */
export interface FoundMeeting extends Omit<TodayMeeting, 'startTime' | 'endTime' | 'isOver'> {
  startTime: Date;
  endTime: Date;
  participants: StoredParticipant[];
}

/** The longest meeting that is listed on each of its days. */
const MAX_DAYS = 14;

/**
 * The meetings of a member that take place today or tomorrow, with accounts that they share them with; the
 * next one first.
 */
export async function readMeetings(db: Connection, page: Page): Promise<FoundMeeting[]> {
  const { now, timeZone } = page;
  const { until } = todayAndTomorrow(now, timeZone);
  // Own copies of whole days begin at midnight of another time zone, at most 26 hours away.
  const found = await findMeetings(
    db,
    page,
    sql`captured.occurred_at > ${now}::timestamptz - ${MAX_DAYS} * interval '1 day'
      and captured.occurred_at < ${until}::timestamptz + interval '26 hours'`,
  );
  return upcomingMeetings(found, now, timeZone).slice(0, limits.todayMeetings);
}

/** Finds a meeting of a member, in all accounts that they share it with. */
export async function findMeeting(
  db: Connection,
  page: Page,
  activityId: string,
): Promise<FoundMeeting | undefined> {
  const { rows } = await sql<{ capturedId: string }>`
    select captured_id as "capturedId" from account_activity_contributors
    where workspace_id = ${page.workspaceId} and activity_id = ${activityId}
      and user_id = ${page.userId}`.execute(db);
  if (rows.length === 0) return undefined;
  const ids = rows.map(({ capturedId }) => capturedId);
  const [found] = await findMeetings(db, page, sql`captured.id = any(${ids}::uuid[])`);
  return found;
}

/** Copies of meetings that are looked through. */
const MAX_FOUND = 1_000;

/** @param which a condition on rows of `captured_activities` named `captured`. */
async function findMeetings(
  db: Connection,
  { workspaceId, userId, accounts }: Page,
  which: RawBuilder<unknown>,
): Promise<FoundMeeting[]> {
  const { rows: own } = await sql<{ id: string }>`
    select distinct published_id(share.account_id, captured.activity_key) as id
    from captured_activities captured
    join captured_activity_domains link
      on link.owner_id = captured.owner_id and link.captured_id = captured.id
    join domain_shares share
      on share.owner_id = link.owner_id and share.domain_id = link.domain_id
    where captured.owner_id = ${userId} and captured.type = 'calendar' and not link.by_bcc_only
      and share.workspace_id = ${workspaceId} and ${which}
    limit ${MAX_FOUND}`.execute(db);
  if (own.length === 0) return [];
  const level = readLevel('published', inWorkspaceOf(db, workspaceId));
  const { rows } = await sql<FoundMeeting>`
    select (array_agg(published.id order by account.name, account.id))[1] as id,
      json_agg(json_build_object('id', account.id, 'name', account.name)
        order by account.name, account.id) as accounts,
      min(published.title) as title, min(published.start_time) as "startTime",
      coalesce(max(published.end_time), min(published.start_time)) as "endTime",
      bool_or(published.is_all_day) as "isAllDay", coalesce(min(${shownColumn(level, 'location', sql`published.location`)}), '') as location,
      (array_agg(published.participants))[1] as participants
    from ${accounts} account
    join account_activities published
      on published.workspace_id = ${workspaceId} and published.account_id = account.id
    where published.workspace_id = ${workspaceId}
      and published.id = any(${own.map(({ id }) => id)}::uuid[])
      and published.type = 'calendar' and published.start_time is not null
      and ${showsLevel(level, 'subject')}
      and exists (
        select from account_activity_contributors contributor
        where contributor.workspace_id = ${workspaceId} and contributor.activity_id = published.id
          and contributor.user_id = ${userId})
    group by published.activity_key`.execute(db);
  return rows.map((row) => ({
    ...row,
    accounts: row.accounts.slice(0, limits.todayMeetingAccounts),
  }));
}

export function toMeeting(found: FoundMeeting, now: Date): TodayMeeting {
  const { id, accounts, title, startTime, endTime, isAllDay, location } = found;
  return {
    id,
    accounts,
    title,
    startTime: startTime.toISOString(),
    endTime: endTime.toISOString(),
    isAllDay,
    location,
    isOver: isOver(found, now),
  };
}
