import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { LinkedActivity } from './links.ts';

/**
 * Keeps the other copies of a private meeting for its user alone as well. A user can have a meeting in
 * several calendars and in uploaded files, and an older copy does not say that it became private. Hides no
 * copy when none is private any more, or when the user shares this meeting, unless its conversation is kept
 * private. The caller has locked the user, and publishes afterwards.
 *
 * @param linked the changed links; skips activities that are not meetings.
 */
export async function hideCopies(
  tx: Connection,
  ownerId: string,
  linked: readonly LinkedActivity[],
): Promise<void> {
  if (linked.length === 0) return;
  await sql`
    with copy as materialized (
      select link.domain_id, link.activity_key, link.captured_id, captured.is_private,
        captured.private_conversation_id is not null as is_kept_private,
        exists (
          select from shared_meetings
          where owner_id = ${ownerId} and activity_key = link.activity_key
        ) as is_shared
      from (
        select distinct domain_id, activity_key
        from unnest(
          ${linked.map(({ domainId }) => domainId)}::uuid[],
          ${linked.map(({ activityKey }) => activityKey)}::uuid[]
        ) as each(domain_id, activity_key)
      ) given
      -- One lookup for each: the planner cannot know how few they are.
      cross join lateral (
        select domain_id, activity_key, captured_id from captured_activity_domains
        where owner_id = ${ownerId} and domain_id = given.domain_id
          and activity_key = given.activity_key
        offset 0
      ) link
      cross join lateral (
        select type, is_private, private_conversation_id from captured_activities
        where owner_id = ${ownerId} and id = link.captured_id
        offset 0
      ) captured
      where captured.type = 'calendar'
    ), marked as (
      -- A copy with an unread mark is hidden itself, and hides no other.
      select domain_id, activity_key, captured_id, is_kept_private or not is_shared and (
          coalesce(is_private, true)
          or coalesce(bool_or(is_private) over (partition by domain_id, activity_key), false)
        ) as is_hidden
      from copy
    )
    update captured_activity_domains link set by_bcc_only = marked.is_hidden from marked
    where link.owner_id = ${ownerId} and link.domain_id = marked.domain_id
      and link.activity_key = marked.activity_key and link.captured_id = marked.captured_id
      and link.by_bcc_only <> marked.is_hidden`.execute(tx);
}
