import type { PrivateConversation } from '@repo/contract/private-conversations';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { listedTitle } from '../listed-title.ts';

/** The conversations that a user keeps private, the one that was marked last first. */
export async function listPrivate(db: Connection, userId: string): Promise<PrivateConversation[]> {
  const { rows } = await sql<Omit<PrivateConversation, 'lastAt'> & { lastAt: Date | null }>`
    select marked.id, coalesce(${listedTitle(sql`last.title`)}, '') as title, last.occurred_at as "lastAt",
      coalesce(last.total, 0)::integer as "activityCount",
      coalesce(last.is_marked, false) as "isMarkedBySender"
    from (
      select conversation_id as id, max(marked_at) as marked_at from private_refs
      where owner_id = ${userId} group by conversation_id
      order by max(marked_at) desc limit ${limits.privateConversationsListed}
    ) marked
    -- In one pass: no index finds the activities of a conversation.
    left join (
      select distinct on (private_conversation_id) private_conversation_id, title, occurred_at,
        count(*) over conversation as total,
        bool_or(type = 'email' and is_private is true) over conversation as is_marked
      from captured_activities
      where owner_id = ${userId} and private_conversation_id is not null
      window conversation as (partition by private_conversation_id)
      order by private_conversation_id, occurred_at desc, id desc
    ) last on last.private_conversation_id = marked.id
    order by marked.marked_at desc, marked.id`.execute(db);
  return rows.map(({ lastAt, ...one }) => ({ ...one, lastAt: lastAt?.toISOString() ?? null }));
}
