import { levelNumber } from '@repo/domain/sharing/share-level';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { seenLevel } from './seen-level.ts';
import type { StoredHandOver } from '../leaving/stored-hand-over.ts';

interface Captured {
  id: string;
  /** The level at which colleagues see it; null for no one. */
  level: number | null;
}

/**
 * Deletes the next captured activities of a user who left that no colleague sees, and of the others what the
 * level of their shares does not show. Published rows stay the same, and so do rebuilt ones.
 *
 * @returns whether none was left.
 */
export async function removeNotShared(
  tx: Connection,
  { id, userId, position }: StoredHandOver,
  size: number,
): Promise<boolean> {
  const { rows } = await sql<Captured>`
    select captured.id, ${seenLevel(userId)} as level
    from captured_activities captured
    where captured.owner_id = ${userId}
      and captured.id > coalesce(${position}::uuid, '00000000-0000-0000-0000-000000000000')
    order by captured.id limit ${size}`.execute(tx);
  const idsWhere = (is: (level: number | null) => boolean) =>
    rows.flatMap((row) => (is(row.level) ? [row.id] : []));
  // Without looking at other copies again: a copy that this one keeps private must not appear, and is deleted
  // in its turn.
  await sql`
    delete from captured_activities
    where owner_id = ${userId} and id = any(${idsWhere((level) => level === null)}::uuid[])`.execute(
    tx,
  );
  await removeTexts(
    tx,
    userId,
    idsWhere((level) => level !== null && level < levelNumber('full')),
  );
  await removeSubjects(
    tx,
    userId,
    idsWhere((level) => level === levelNumber('activity')),
  );
  const last = rows.at(-1)?.id;
  if (last !== undefined) {
    await tx.updateTable('hand_overs').set({ position: last }).where('id', '=', id).execute();
  }
  return rows.length < size;
}

async function removeTexts(tx: Connection, userId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    delete from call_transcripts
    where owner_id = ${userId} and captured_id = any(${ids}::uuid[])`.execute(tx);
  // The words of the search are computed again from what is left.
  await sql`
    update captured_activities
    set summary = '', location = null, html_body = null, text_body = null, metadata = '{}', bcc = '[]',
      search_words = null, hidden_words = ''
    where owner_id = ${userId} and id = any(${ids}::uuid[])`.execute(tx);
}

async function removeSubjects(
  tx: Connection,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  // The domains of the participants decide on which side it was, as seen from an account of several domains.
  const host = sql`split_part(participant ->> 'email', '@', -1)`;
  await sql`
    update captured_activities
    set title = '', participants = coalesce((
        select jsonb_agg(
          participant || jsonb_build_object('name', '', 'email',
            case when participant ->> 'email' like '%_@_%' then '_@' || ${host} else '' end)
          order by place)
        from jsonb_array_elements(participants) with ordinality as each(participant, place)
      ), '[]'),
      start_time = null, end_time = null, thread_refs = '{}'
    where owner_id = ${userId} and id = any(${ids}::uuid[])`.execute(tx);
}
