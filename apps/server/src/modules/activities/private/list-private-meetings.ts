import { limits } from '@repo/contract/limits';
import type { PrivateMeeting } from '@repo/contract/private-meetings';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { isPrivateMeeting } from '../is-private-meeting.ts';
import { listedTitle } from '../listed-title.ts';

/** A user's private meetings, once each: the shared ones first, then the latest. */
export async function listPrivateMeetings(
  db: Connection,
  userId: string,
): Promise<PrivateMeeting[]> {
  const { rows } = await sql<Omit<PrivateMeeting, 'startsAt'> & { startsAt: Date }>`
    select id, ${listedTitle(sql`title`)} as title, occurred_at as "startsAt", is_all_day as "isAllDay", is_shared as "isShared"
    from (
      select distinct on (captured.activity_key) captured.id, captured.title, captured.occurred_at,
        captured.is_all_day, choice.activity_key is not null as is_shared
      from captured_activities captured
      left join shared_meetings choice
        on choice.owner_id = ${userId} and choice.activity_key = captured.activity_key
      where captured.owner_id = ${userId} and ${isPrivateMeeting}
      order by captured.activity_key, captured.id
    ) meeting
    order by is_shared desc, occurred_at desc, id
    limit ${limits.privateMeetingsListed}`.execute(db);
  return rows.map(({ startsAt, ...one }) => ({ ...one, startsAt: startsAt.toISOString() }));
}
