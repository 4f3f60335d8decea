import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';

/**
 * Counts a user's stored meetings without a known privacy mark that no sync will read again: they come from
 * uploaded files, or from a disconnected calendar (docs/decisions/private-meetings.md).
 */
export async function countWithheldMeetings(db: Database, ownerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from captured_activities captured
    where captured.owner_id = ${ownerId} and captured.type = 'calendar' and captured.is_private is null
      and not exists (
        select from integrations
        where integrations.owner_id = ${ownerId} and integrations.provider = captured.provider
          and integrations.source = captured.source
          -- The row of a calendar that is disconnected stays.
          and integrations.credentials is not null)`.execute(db);
  return rows[0]?.count ?? 0;
}
