import type { TranscriptSentence } from '@repo/contract/activities';
import type { Connection, Transaction } from '#platform/database/create-database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { findErased } from './erased-contacts.ts';
import { lockPublished } from './publishing/lock-published.ts';
import { publisherOf } from './publishing/publisher/publisher-of.ts';
import { readCutoffs } from './cutoffs.ts';
import { isTextPast } from './retention/without-past.ts';
import { transcriptWords } from './search/activity-words.ts';
import { toStorableValue } from './to-storable.ts';

/** Far beyond what anyone says in one breath. */
const maxTextLength = 20_000;

/** Whether its user keeps no text of so old a call. */
async function isOfPast(tx: Connection, ownerId: string, capturedId: string): Promise<boolean> {
  const cutoffs = await readCutoffs(tx, ownerId);
  if (cutoffs.texts === null) return false;
  const call = await tx
    .selectFrom('captured_activities')
    .select('occurred_at')
    .where('owner_id', '=', ownerId)
    .where('id', '=', capturedId)
    .executeTakeFirst();
  return call !== undefined && isTextPast(call.occurred_at, cutoffs);
}

/**
 * Stores the transcript of a captured call, so that searches find the call by it. Replaces an earlier
 * transcript of the call. One that names an erased contact is not stored.
 */
export async function storeTranscript(
  tx: Transaction<Schema>,
  { ownerId, capturedId }: { ownerId: string; capturedId: string },
  sentences: readonly TranscriptSentence[],
): Promise<void> {
  // Before the transcript, as a capture does.
  const touched = await lockPublished(tx, ownerId, [capturedId]);
  const isErased = await findErased(tx, sentences, (sentence) => sentence);
  if (sentences.some(isErased) || (await isOfPast(tx, ownerId, capturedId))) return;
  const storable = toStorableValue(sentences, maxTextLength) as TranscriptSentence[];
  const stored = {
    sentences: JSON.stringify(storable),
    search_words: transcriptWords(storable),
  };
  await tx
    .insertInto('call_transcripts')
    .values({ owner_id: ownerId, captured_id: capturedId, ...stored })
    .onConflict((conflict) => conflict.columns(['owner_id', 'captured_id']).doUpdateSet(stored))
    .execute();
  await publisherOf(tx).publish(tx, ownerId, touched, 'words');
}
