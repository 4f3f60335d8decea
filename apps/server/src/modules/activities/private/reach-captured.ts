import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { ConnectedNames } from './connect-names.ts';

/** A captured copy, by which a conversation is found. */
export interface Captured {
  id: string;
  key: string;
}

/**
 * Finds everything of a user that shares references with the seeds, directly or through others, and connects the
 * references of each conversation.
 */
export async function reachCaptured(
  tx: Connection,
  ownerId: string,
  { seeds, connected }: { seeds: readonly (readonly string[])[]; connected: ConnectedNames },
): Promise<Captured[]> {
  const captured = new Map<string, Captured>();
  for (const seed of seeds) connected.connect(seed);
  let found = [...new Set(seeds.flat())];
  while (found.length > 0) {
    const { rows } = await sql<Captured & { refs: string[] }>`
      select id, activity_key as key, thread_refs as refs from captured_activities
      where owner_id = ${ownerId}
        -- Each of them is looked up among those found; an overlap of arrays would compare it with all.
        and exists (
          select from unnest(array_append(thread_refs, activity_key)) as own(ref)
          where own.ref = any(${found}::uuid[]))`.execute(tx);
    found = [];
    for (const { refs, ...one } of rows) {
      if (captured.has(one.id)) continue;
      captured.set(one.id, one);
      const own = [one.key, ...refs];
      for (const ref of own) if (!connected.has(ref)) found.push(ref);
      connected.connect(own);
    }
  }
  return [...captured.values()];
}
