import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { StoredParticipant } from '#platform/database/schema/activities.ts';
import { readHeldShares } from './held-accounts.ts';
import { lockPublished } from './publishing/lock-published.ts';
import { publisherOf } from './publishing/publisher/publisher-of.ts';
import { activityWords } from './search/activity-words.ts';
import { KEPT_METADATA } from './retention/without-past.ts';

interface Past {
  ownerId: string;
  before: Date;
  size: number;
}

/** Whether a copy of the activity `captured` is shared with an account under a legal hold. */
async function isHeld(tx: Connection, ownerId: string): Promise<RawBuilder<boolean>> {
  const domainIds = (await readHeldShares(tx, ownerId)).map(({ domainId }) => domainId);
  if (domainIds.length === 0) return sql<boolean>`false`;
  return sql<boolean>`exists (
    select from captured_activity_domains link
    where link.owner_id = ${ownerId} and link.domain_id = any(${domainIds}::uuid[])
      and link.activity_key = captured.activity_key)`;
}

/**
 * Deletes the oldest captured activities of a user from before an instant, here and in every account that
 * shows them. The caller has locked the user. Copies of the same activity go together, and others are not looked
 * at again: a copy that a deleted one kept private must not appear. Emails of one time do not, since anyone can send
 * any number of these.
 *
 * @returns how many were deleted, and whether none is left.
 */
export async function removePast(
  tx: Connection,
  { ownerId, before, size }: Past,
): Promise<{ removed: number; isDone: boolean }> {
  const { rows } = await sql<{ id: string }>`
    select id from captured_activities captured
    where owner_id = ${ownerId} and occurred_at < ${before}
      and not ${await isHeld(tx, ownerId)}
    order by occurred_at, activity_key fetch first ${sql.lit(size)} row with ties`.execute(tx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return { removed: 0, isDone: true };
  const touched = await lockPublished(tx, ownerId, ids);
  await sql`
    delete from captured_activities
    where owner_id = ${ownerId} and id = any(${ids}::uuid[])`.execute(tx);
  await publisherOf(tx).publish(tx, ownerId, touched);
  return { removed: ids.length, isDone: ids.length < size };
}

interface WithText {
  id: string;
  occurredAt: string;
  title: string;
  location: string | null;
  participants: StoredParticipant[];
}

/**
 * Deletes the texts and transcripts of the next captured activities of a user from before an instant, here and in every
 * account that shows them. The caller has locked the user.
 *
 * @param after the time of an activity before which none is left.
 * @returns how many texts were deleted, and the time of the last one; undefined when none is left.
 */
export async function removePastTexts(
  tx: Connection,
  { ownerId, before, size, after }: Past & { after: string | null },
): Promise<{ removed: number; last: string | undefined }> {
  const { rows } = await sql<WithText>`
    select captured.id, captured.occurred_at::text as "occurredAt", title, location, participants
    from captured_activities captured
    left join call_transcripts transcript
      on transcript.owner_id = captured.owner_id and transcript.captured_id = captured.id
    where captured.owner_id = ${ownerId} and captured.occurred_at < ${before}
      and captured.occurred_at >= coalesce(${after}::timestamptz, '-infinity')
      and (html_body is not null or text_body is not null or summary <> ''
        or transcript.captured_id is not null or metadata <> ${keptMetadata})
      and not ${await isHeld(tx, ownerId)}
    order by captured.occurred_at limit ${sql.lit(size)}`.execute(tx);
  if (rows.length > 0) await removeTexts(tx, ownerId, rows);
  return { removed: rows.length, last: rows.at(-1)?.occurredAt };
}

const keptMetadata = sql`coalesce((
  select jsonb_object_agg(each.key, each.value) from jsonb_each(metadata) each
  where each.key = any(${[...KEPT_METADATA]}::text[])), '{}')`;

async function removeTexts(
  tx: Connection,
  ownerId: string,
  found: readonly WithText[],
): Promise<void> {
  const ids = found.map(({ id }) => id);
  const touched = await lockPublished(tx, ownerId, ids);
  await sql`
    delete from call_transcripts
    where owner_id = ${ownerId} and captured_id = any(${ids}::uuid[])`.execute(tx);
  const words = found.map((row) =>
    activityWords({ ...row, summary: '', text_body: null, html_body: null }),
  );
  await sql`
    update captured_activities
    set summary = '', html_body = null, text_body = null, metadata = ${keptMetadata},
      search_words = given.words
    from unnest(${ids}::uuid[], ${words}::text[]) as given(id, words)
    where owner_id = ${ownerId} and captured_activities.id = given.id`.execute(tx);
  await publisherOf(tx).publish(tx, ownerId, touched);
}
