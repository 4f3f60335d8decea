import { sql } from 'kysely';
import type { Database, Transaction } from '#platform/database/create-database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { EVERY_MINUTE } from '#platform/jobs/cron.ts';
import type { Job } from '#platform/jobs/job.ts';
import { lockOwner } from '../lock-owner.ts';
import { lockPublished } from '../publishing/lock-published.ts';
import { publisherOf } from '../publishing/publisher/publisher-of.ts';
import { activityWords, peopleWords, SEARCHED_LENGTHS, transcriptWords } from './activity-words.ts';

export const fillWordsJob: Job = {
  kind: {
    name: 'fill-search-words',
    // Not retried: the next job follows within a minute.
    retry: { limit: 0, delaySeconds: 0 },
    expireSeconds: 300,
  },
  schedule: EVERY_MINUTE,
  runsAtStart: true,
  documentation: {
    summary: 'Adds activities to the search index that an earlier version captured.',
    bound: '50 s; 100 activities in a transaction',
    afterKill:
      'Activities whose transaction was not committed stay without words for the next run.',
  },
  run: ({ db }, _data, signal) => fillWords(db, signal),
};

/** The duration of one job; the rest is left to the next one. */
const runMs = 50_000;
/** Activities per transaction, which locks their owner and accounts until it ends. */
const batchSize = 100;

/**
 * Fills the search index (`account_activity_words`) in the background: computes the words of activities
 * that were captured before search existed, or by a process of an earlier version.
 */
export async function fillWords(db: Database, signal?: AbortSignal): Promise<void> {
  const end = performance.now() + runMs;
  const isOver = () => signal?.aborted === true || performance.now() > end;
  for (const fillBatch of [fillActivities, fillTranscript]) {
    while (!isOver()) {
      const ownerId = await db.transaction().execute(fillBatch);
      if (ownerId === undefined) break;
      await publisherOf(db).finish(db, ownerId);
    }
  }
}

/** @returns the user of the activities; undefined when there was nothing to do. */
async function fillActivities(tx: Transaction<Schema>): Promise<string | undefined> {
  const waiting = await tx
    .selectFrom('captured_activities')
    .select('owner_id')
    .where('search_words', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (waiting === undefined) return undefined;
  // In the same lock order as captures: the owner, then the accounts.
  await lockOwner(tx, waiting.owner_id);
  const rows = await tx
    .selectFrom('captured_activities')
    .select(['id', 'title', 'summary', 'location', 'participants', 'bcc'])
    .select(sql<string | null>`left(text_body, ${SEARCHED_LENGTHS.body})`.as('text_body'))
    .select(sql<string | null>`left(html_body, ${SEARCHED_LENGTHS.html})`.as('html_body'))
    .where('owner_id', '=', waiting.owner_id)
    .where('search_words', 'is', null)
    .limit(batchSize)
    .execute();
  const ids = rows.map(({ id }) => id);
  await sql`
    update captured_activities stored
    set (search_words, hidden_words) = (given.search_words, given.hidden_words)
    from unnest(
      ${ids}::uuid[],
      ${rows.map((row) => activityWords(row))}::text[],
      ${rows.map(({ bcc }) => peopleWords(bcc))}::text[]
    ) as given(id, search_words, hidden_words)
    where stored.owner_id = ${waiting.owner_id} and stored.id = given.id`.execute(tx);
  const touched = await lockPublished(tx, waiting.owner_id, ids);
  await publisherOf(tx).publish(tx, waiting.owner_id, touched, 'words');
  return waiting.owner_id;
}

async function fillTranscript(tx: Transaction<Schema>): Promise<string | undefined> {
  const waiting = await tx
    .selectFrom('call_transcripts')
    .select(['owner_id', 'captured_id'])
    .where('search_words', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (waiting === undefined) return undefined;
  const { owner_id: ownerId, captured_id: capturedId } = waiting;
  const touched = await lockPublished(tx, ownerId, [capturedId]);
  const transcript = await tx
    .selectFrom('call_transcripts')
    .select('sentences')
    .where('owner_id', '=', ownerId)
    .where('captured_id', '=', capturedId)
    // Another one can have taken its place meanwhile, with its words.
    .where('search_words', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (transcript === undefined) return ownerId;
  await tx
    .updateTable('call_transcripts')
    .set({ search_words: transcriptWords(transcript.sentences) })
    .where('owner_id', '=', ownerId)
    .where('captured_id', '=', capturedId)
    .execute();
  await publisherOf(tx).publish(tx, ownerId, touched, 'words');
  return ownerId;
}
