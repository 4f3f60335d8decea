import type { TimelineItem } from '@repo/contract/activities';
import { limits } from '@repo/contract/limits';
import { addDays, type BusinessDay, startOfBusinessDay } from '@repo/domain/time/business-day';
import { groupConversations } from '@repo/domain/activities/conversation';
import { type RawBuilder, sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { inWorkspaceOf } from '#platform/database/distribution/in-workspace.ts';
import { mapInTurns } from '#platform/turns.ts';
import {
  type Contributors,
  type PublishedActivity,
  firstParticipantsWithin,
  publishedColumns,
  publishedJoin,
  toActivityItem,
} from './published-activity.ts';
import { toConversation } from './timeline/to-conversation.ts';

/*
 * The timeline of an account: which instants a window of days covers, and its activities and
 * conversations in full. `read-timeline-part.ts` reads one page of it.
 */

/** The days of a timeline, from the begin of the first to the end of the last, in a time zone. */
export interface DayWindow {
  timeZone: string;
  firstDay: BusinessDay;
  lastDay: BusinessDay;
}

/** The instants at which a window begins and at which it is over. */
export interface WindowBounds {
  from: Date;
  until: Date;
}

export function boundsOf({ timeZone, firstDay, lastDay }: DayWindow): WindowBounds {
  return {
    from: startOfBusinessDay(firstDay, timeZone),
    until: startOfBusinessDay(addDays(lastDay, 1), timeZone),
  };
}

/** Whether a row of `account_activities`, under this name, happened in a window. */
export function inWindow(row: string, window: DayWindow): RawBuilder<boolean> {
  const { from, until } = boundsOf(window);
  return isBetween(row, sql`${from}`, sql`${until}`);
}

/** The condition for a query that is built before the window is known. */
export function isBetween(
  row: string,
  from: RawBuilder<Date>,
  until: RawBuilder<Date>,
): RawBuilder<boolean> {
  const occurredAt = sql.ref(`${row}.occurred_at`);
  return sql`(${occurredAt} >= ${from} and ${occurredAt} < ${until})`;
}

/**
 * Reads the activities of an account in a window, newest first. Emails of a thread with two or more
 * messages in this time come as one conversation.
 *
 * @returns undefined when there are more than `limits.timelineEntries`: too many for one response.
 */
export async function readTimeline(
  db: Connection,
  { workspaceId, accountId }: AccountKey,
  window: DayWindow,
  people: Contributors,
): Promise<TimelineItem[] | undefined> {
  const { rows } = await sql<PublishedActivity>`
    select ${publishedColumns(inWorkspaceOf(db, workspaceId), firstParticipantsWithin(newestFirst))}
    from (
      select * from account_activities published
      where workspace_id = ${workspaceId} and account_id = ${accountId}
        and ${inWindow('published', window)}
      order by ${newestFirst} limit ${limits.timelineEntries + 1}
    ) published
    ${publishedJoin(inWorkspaceOf(db, workspaceId))}
    order by ${newestFirst}`.execute(db);
  if (rows.length > limits.timelineEntries) return undefined;
  return mapInTurns(groupConversations(rows), (group) => toTimelineItem(group, people));
}

const newestFirst = sql`published.occurred_at desc, published.id desc`;

/**
 * @param group one activity, or the emails of a thread; newest first.
 * @param count how many there are, if the group has only the newest of them.
 */
export function toTimelineItem(
  group: readonly PublishedActivity[],
  people: Contributors,
  count = group.length,
): TimelineItem {
  const items = group
    .slice(0, limits.conversationMessages)
    .map((one) => toActivityItem(one, people));
  const [only] = items;
  return only !== undefined && items.length === 1
    ? only
    : toConversation(items.toReversed(), count);
}
