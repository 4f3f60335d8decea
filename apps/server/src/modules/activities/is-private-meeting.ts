import { sql } from 'kysely';

/**
 * A copy of a meeting that is marked as private, or whose mark has not been read, outside of the conversations that
 * its owner keeps private.
 */
export const isPrivateMeeting = sql<boolean>`
  captured.type = 'calendar' and captured.is_private is not false
  and captured.private_conversation_id is null`;
