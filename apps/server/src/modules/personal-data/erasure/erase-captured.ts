import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { lockOwner } from '../../activities/lock-owner.ts';
import { removeCaptured } from '../../activities/remove-captured.ts';

/** Captured activities that a step looks through. */
export const WINDOW_SIZE = 1_000;

interface Found {
  id: string;
  provider: string;
  source: string;
  externalId: string;
  isFound: boolean;
}

/**
 * Removes the next captured activities of a user that name an address, including their published rows.
 *
 * @returns how many were removed, and the last that was looked at; undefined after the user's last one.
 */
export async function eraseCaptured(
  tx: Connection,
  { userId, after, pattern }: { userId: string; after: string | null; pattern: string },
  windowSize = WINDOW_SIZE,
): Promise<{ removed: number; last: string | undefined }> {
  await lockOwner(tx, userId);
  const { rows } = await sql<Found>`
    select captured.id, provider, source, external_id as "externalId",
      concat_ws(' ', participants, bcc, title, summary, location, text_body, html_body, metadata,
        (select sentences from call_transcripts
          where owner_id = ${userId} and captured_id = captured.id)) ~* ${pattern} as "isFound"
    from (
      select * from captured_activities
      where owner_id = ${userId} and id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
      order by id limit ${windowSize}
    ) captured order by captured.id`.execute(tx);
  const found = rows.filter(({ isFound }) => isFound);
  const bySource = Map.groupBy(found, ({ provider, source }) => JSON.stringify([provider, source]));
  let removed = 0;
  for (const copies of bySource.values()) {
    const [{ provider = '', source = '' } = {}] = copies;
    const externalIds = copies.map(({ externalId }) => externalId);
    removed += await removeCaptured(tx, { ownerId: userId, provider, source }, externalIds);
  }
  return { removed, last: rows.length < windowSize ? undefined : rows.at(-1)?.id };
}
