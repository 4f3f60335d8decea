import type { EndpointResponse } from '@repo/contract/endpoints';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { copiesOf, isUnsharedMeeting } from './own-copies.ts';

type Withheld = EndpointResponse<'GET /api/accounts/domains/{id}/as-colleagues-see'>['withheld'];

/**
 * Counts what colleagues do not see of a domain because the user, a sender or a calendar marked it as private. An
 * index has these links alone.
 */
export async function countWithheld(
  db: Connection,
  userId: string,
  domainId: string,
): Promise<Withheld> {
  const { rows } = await sql<Withheld>`
    select count(distinct captured.private_conversation_id)::integer as "privateConversations",
      (count(distinct captured.activity_key) filter (
        where ${isUnsharedMeeting}))::integer as "privateMeetings"
    from ${copiesOf(userId, domainId)} and link.by_bcc_only`.execute(db);
  return rows[0] ?? { privateConversations: 0, privateMeetings: 0 };
}
