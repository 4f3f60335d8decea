import type { TranscriptSentence } from '@repo/contract/activities';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/create-database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import type { Touched } from '../publishing/change.ts';
import { lockAccounts } from '../publishing/lock-accounts.ts';
import { refreshWords } from '../publishing/refresh-words.ts';
import { transcriptWords } from '../search/activity-words.ts';
import { toStorableValue } from '../to-storable.ts';

/** Far beyond what anyone says in one breath. */
const maxTextLength = 20_000;

/**
 * Stores what was said in a captured call, which is found by it from then on; a later transcript of
 * the same call takes its place.
 */
export async function storeTranscript(
  tx: Transaction<Schema>,
  capturedId: string,
  sentences: readonly TranscriptSentence[],
): Promise<void> {
  const touched = await lockAccountsOf(tx, capturedId);
  const storable = toStorableValue(sentences, maxTextLength) as TranscriptSentence[];
  const stored = {
    sentences: JSON.stringify(storable),
    search_words: transcriptWords(storable),
  };
  await tx
    .insertInto('call_transcripts')
    .values({ captured_id: capturedId, ...stored })
    .onConflict((conflict) => conflict.column('captured_id').doUpdateSet(stored))
    .execute();
  await refreshWords(tx, touched);
}

/**
 * Locks the accounts that show a captured call: before its transcript is locked, as a capture does.
 *
 * @returns where they show it.
 */
export async function lockAccountsOf(
  tx: Transaction<Schema>,
  capturedId: string,
): Promise<Touched[]> {
  const { rows: touched } = await sql<Touched>`
    select distinct share.account_id as "accountId", link.activity_key as "activityKey"
    from captured_activity_domains link
    join domain_shares share on share.domain_id = link.domain_id
    where link.captured_id = ${capturedId}`.execute(tx);
  await lockAccounts(
    tx,
    touched.map(({ accountId }) => accountId),
  );
  return touched;
}
