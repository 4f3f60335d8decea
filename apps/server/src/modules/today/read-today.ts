import type { EndpointResponse } from '@repo/contract/endpoints';
import { limits } from '@repo/contract/limits';
import type { TodayConversation } from '@repo/contract/today';
import { businessDayOf } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { listQuietPeople } from '../relationships/list-quiet-people.ts';
import { ownersNow } from '#modules/listed-accounts/owner-now.ts';
import type { Page } from './page.ts';
import { readMeetings, toMeeting } from './brief/read-meetings.ts';
import { readNews } from './brief/read-news.ts';
import { readOpenConversations } from './read-open-conversations.ts';
import { readVisit } from './brief/visits.ts';

type Today = EndpointResponse<'GET /api/workspaces/{workspaceId}/today'>;

/**
 * Reads a member's page Today in a workspace (docs/decisions/today.md).
 *
 * @param reportedUntil the member already knows the additions before this instant.
 */
export async function readToday(
  db: Connection,
  page: Page,
  reportedUntil = new Date(0),
): Promise<Today> {
  const { workspaceId, userId, now, timeZone, accounts } = page;
  const owners = ownersNow(sql`${workspaceId}::uuid`, sql`${userId}::uuid`);
  const visit = await readVisit(db, page, now);
  const since = new Date(Math.max(visit.since.getTime(), reportedUntil.getTime()));
  const [meetings, open, quiet, news] = await Promise.all([
    readMeetings(db, page),
    readOpenConversations(db, page),
    listQuietPeople(
      db,
      {
        workspaceId,
        accounts: sql`(select * from ${accounts} account where account_owner_id = any(${owners}))`,
        limit: limits.todayPeople,
      },
      now,
    ),
    readNews(db, page, since),
  ]);
  return {
    day: businessDayOf(now, timeZone),
    timeZone,
    newSince: since.toISOString(),
    meetings: meetings.map((one) => toMeeting(one, now)),
    waiting: firstOf(open.waiting),
    unanswered: firstOf(open.unanswered),
    quiet,
    news,
  };
}

const firstOf = (conversations: readonly TodayConversation[]) => ({
  conversations: conversations.slice(0, limits.todayConversations),
  total: conversations.length,
});
