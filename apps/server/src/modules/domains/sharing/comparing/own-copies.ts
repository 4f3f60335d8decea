import { sql } from 'kysely';
import { isPrivateMeeting } from '#modules/activities/is-private-meeting.ts';

/** A private meeting that its user has not shared, of rows named `captured` and `choice`. */
export const isUnsharedMeeting = sql<boolean>`${isPrivateMeeting} and choice.activity_key is null`;

/**
 * The user's copies of what concerns a domain, as the end of a statement: `captured`, its `link` and the user's
 * `choice`.
 */
export const copiesOf = (userId: string, domainId: string) => sql`
  captured_activity_domains link
  join captured_activities captured
    on captured.owner_id = ${userId} and captured.id = link.captured_id
  left join shared_meetings choice
    on choice.owner_id = ${userId} and choice.activity_key = captured.activity_key
  where link.owner_id = ${userId} and link.domain_id = ${domainId}`;
