import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Connection } from '#platform/database/create-database.ts';

/**
 * What is captured is in a private conversation exactly if one of its references is, and then all of them are: whatever
 * comes later, with one of them, is recognized.
 */
export async function expectMarkedRefs(db: Connection, userIds: readonly string[]): Promise<void> {
  const { rows } = await sql`
    select captured.title, captured.activity_key
    from captured_activities captured
    cross join lateral unnest(array_append(captured.thread_refs, captured.activity_key)) as own(ref)
    left join private_refs known on known.owner_id = captured.owner_id and known.ref = own.ref
    where captured.owner_id = any(${userIds}::uuid[])
      and known.conversation_id is distinct from captured.private_conversation_id`.execute(db);
  expect(rows).toEqual([]);
}
