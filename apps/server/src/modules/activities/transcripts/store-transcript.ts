import type { TranscriptSentence } from '@repo/contract/activities';
import type { Connection } from '../../../platform/database/create-database.ts';
import { toStorableValue } from '../to-storable.ts';

/** Far beyond what anyone says in one breath. */
const maxTextLength = 20_000;

/** Keeps what was said in a captured call; a later transcript of the same call takes its place. */
export async function storeTranscript(
  db: Connection,
  capturedId: string,
  sentences: readonly TranscriptSentence[],
): Promise<void> {
  const stored = JSON.stringify(toStorableValue(sentences, maxTextLength));
  await db
    .insertInto('call_transcripts')
    .values({ captured_id: capturedId, sentences: stored })
    .onConflict((conflict) => conflict.column('captured_id').doUpdateSet({ sentences: stored }))
    .execute();
}
