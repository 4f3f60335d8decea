import type { TimelineItem } from '@repo/contract/activities';
import { addDays, type BusinessDay, startOfBusinessDay } from '@repo/domain/business-day';
import { groupConversations } from '@repo/domain/conversation';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/create-database.ts';
import {
  type Contributors,
  type PublishedActivity,
  publishedColumns,
  toActivityItem,
} from './published-activity.ts';
import { toConversation } from './to-conversation.ts';

/**
 * What happened in an account from one day to another, both whole and included, newest first. Mails
 * of a thread with two or more messages in this time come as one conversation.
 */
export async function readTimeline(
  db: Connection,
  accountId: string,
  { firstDay, lastDay }: { firstDay: BusinessDay; lastDay: BusinessDay },
  people: Contributors,
): Promise<TimelineItem[]> {
  const { rows } = await sql<PublishedActivity>`
    select ${publishedColumns} from account_activities published
    where account_id = ${accountId}
      and occurred_at >= ${startOfBusinessDay(firstDay)}
      and occurred_at < ${startOfBusinessDay(addDays(lastDay, 1))}
    order by occurred_at desc, id desc`.execute(db);
  return groupConversations(rows).flatMap((group): TimelineItem[] => {
    const items = group.map((one) => toActivityItem(one, people));
    return items.length > 1 ? [toConversation(items.toReversed())] : items;
  });
}
