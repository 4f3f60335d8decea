import type { TranscriptSentence } from '@repo/contract/activities';

export interface TranscribedCall {
  /** The user with the connection that captured the call. */
  ownerId: string;
  provider: string;
  /** The account at the provider. */
  source: string;
  /** The provider's id of the call. */
  externalId: string;
}

/**
 * Requests the transcript of a call from its provider: the sentences in order, with times in
 * seconds since the start of the call; none while there is no transcript. The caller stores it, so
 * each transcript is requested until there is one.
 *
 * @throws AppError RATE_LIMITED or NETWORK_ERROR when a later attempt may succeed; UNKNOWN_ERROR.
 */
export type TranscriptSource = (call: TranscribedCall) => Promise<TranscriptSentence[]>;
