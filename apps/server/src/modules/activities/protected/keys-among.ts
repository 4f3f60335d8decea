import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

/** The references that are keys of activities that a user captured. */
export async function keysAmong(
  tx: Connection,
  ownerId: string,
  refs: readonly { ref: string }[],
): Promise<string[]> {
  if (refs.length === 0) return [];
  const { rows } = await sql<{ key: string }>`
    select distinct activity_key as key from captured_activities
    where owner_id = ${ownerId} and activity_key = any(${refs.map(({ ref }) => ref)}::uuid[])`.execute(
    tx,
  );
  return rows.map(({ key }) => key);
}
