import type { TranscriptSentence } from '@repo/contract/activities';
import { levelOfNumber } from '@repo/domain/sharing/share-level';
import type { Database } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import { countAttempt, undoAttempt } from '#platform/rate-limit/rate-limit-counter.ts';
import { type Access, accessOf } from '../access-of.ts';
import { findPublished, type Published } from '../find-published.ts';
import { publisherOf } from '../publishing/publisher/publisher-of.ts';
import { storeTranscript } from '../store-transcript.ts';
import type { TranscribedCall, TranscriptSource } from '../transcript-source.ts';

/**
 * Returns the transcript of a call that the user may see, and stores it once it is not empty. Empty
 * while there is no transcript, for activities that are not calls, and for colleagues below the level full
 * without a grant.
 *
 * @throws AppError NOT_FOUND; RATE_LIMITED, NETWORK_ERROR or UNKNOWN_ERROR when the provider fails.
 */
export async function readTranscript(
  db: Database,
  userId: string,
  activityId: string,
  source: TranscriptSource | undefined,
): Promise<TranscriptSentence[]> {
  const published = await findPublished(db, userId, activityId);
  if (published === undefined) throw notFound('Activity');
  const isShown = levelOfNumber(published.level) === 'full' || published.ownerId === userId;
  const copy = isShown ? published : await grantedCopy(db, userId, activityId, published);
  if (copy === undefined) return [];
  const { ownerId, capturedId } = copy;
  const call = await db
    .selectFrom('captured_activities as captured')
    .leftJoin('call_transcripts as kept', (join) =>
      join
        .onRef('kept.owner_id', '=', 'captured.owner_id')
        .onRef('kept.captured_id', '=', 'captured.id'),
    )
    .select([
      'captured.type',
      'captured.owner_id as ownerId',
      'captured.provider',
      'captured.source',
      'captured.external_id as externalId',
      'kept.sentences',
    ])
    .where('captured.owner_id', '=', ownerId)
    .where('captured.id', '=', capturedId)
    .executeTakeFirst();
  if (call === undefined) throw notFound('Activity');
  if (call.sentences !== null) return call.sentences;
  if (call.type !== 'call' || source === undefined) return [];
  const isOwn = call.ownerId === userId;
  const sentences = await (isOwn ? source(call) : requestForColleague(db, source, call));
  if (sentences.length > 0) {
    await db.transaction().execute((tx) => storeTranscript(tx, { ownerId, capturedId }, sentences));
    await publisherOf(db).finish(db, ownerId);
  }
  return sentences;
}

/** The copy of a colleague who granted it to the reader. */
async function grantedCopy(
  db: Database,
  readerId: string,
  id: string,
  { workspaceId, ownerId, level }: Published,
): Promise<Access['copy']> {
  const access = await accessOf(db, { readerId, workspaceId }, [{ id, ownerId, level }]);
  return access.get(id)?.copy;
}

/**
 * Requests of colleagues that found no transcript. Each one spends a request of the owner's
 * connection, so the limit lies within the part of a day's requests that syncs leave to people:
 * no colleague can use up another member's budget.
 */
const unansweredRequests = {
  name: 'missing transcripts requested by colleagues',
  attempts: 10,
  windowSeconds: 24 * 3_600,
};

async function requestForColleague(
  db: Database,
  source: TranscriptSource,
  call: TranscribedCall,
): Promise<TranscriptSentence[]> {
  const counted = [{ limit: unansweredRequests, of: `${call.ownerId}\0${call.provider}` }];
  await countAttempt(db, counted, 'requests for transcripts that are not there');
  const sentences = await source(call);
  if (sentences.length > 0) await undoAttempt(db, counted);
  return sentences;
}
