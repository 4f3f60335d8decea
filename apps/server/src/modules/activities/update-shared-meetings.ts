import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { type LinkedActivity, linksOfActivities } from './capturing/links.ts';
import type { Stored } from './capturing/store-captured.ts';

/**
 * Keeps the choices to share private meetings up to date with what was captured just now: a meeting that moved in
 * its calendar has another key and stays shared, and one that is not private any more needs no choice. When its
 * owner marks it as private again, it is theirs alone again. The caller has stored the links of what was captured.
 *
 * @returns the links of meetings whose choices may have changed.
 */
export async function updateSharedMeetings(
  tx: Connection,
  ownerId: string,
  captured: readonly Stored[],
): Promise<LinkedActivity[]> {
  const meetings = captured.filter(({ row }) => row.type === 'calendar');
  const keys = meetings.flatMap(({ previousKey, row }) =>
    previousKey === null ? [row.activity_key] : [row.activity_key, previousKey],
  );
  if (keys.length === 0) return [];
  const { rows } = await sql<{ key: string }>`
    select activity_key as key from shared_meetings
    where owner_id = ${ownerId} and activity_key = any(${keys}::uuid[])`.execute(tx);
  if (rows.length === 0) return [];
  const shared = new Set(rows.map(({ key }) => key));
  const moved = meetings.flatMap(({ previousKey, row }) =>
    row.is_private === true && shared.has(previousKey ?? '') ? [row.activity_key] : [],
  );
  await sql`
    insert into shared_meetings (owner_id, activity_key)
    select distinct ${ownerId}::uuid, key from unnest(${moved}::uuid[]) as given(key)
    on conflict (owner_id, activity_key) do nothing`.execute(tx);
  await forgetSharedMeetings(tx, ownerId, keys);
  return linksOfActivities(tx, ownerId, keys);
}

/**
 * Forgets the choices to share meetings that have no private copy.
 *
 * @param keys of the meetings; all of the user's without it.
 */
export async function forgetSharedMeetings(
  tx: Connection,
  ownerId: string,
  keys?: readonly string[],
): Promise<void> {
  await sql`
    delete from shared_meetings choice
    where choice.owner_id = ${ownerId}
      and ${keys === undefined ? sql`true` : sql`choice.activity_key = any(${keys}::uuid[])`}
      and not exists (
        select from captured_activities captured
        where captured.owner_id = ${ownerId} and captured.activity_key = choice.activity_key
          and captured.type = 'calendar' and captured.is_private is not false)`.execute(tx);
}
