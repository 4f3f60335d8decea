import type { TranscriptSentence } from '@repo/contract/activities';

/** A captured call, as its provider knows it. */
export interface TranscribedCall {
  /** Whose connection to the provider the call came over. */
  ownerId: string;
  provider: string;
  /** The provider's own id of the call. */
  externalId: string;
}

/**
 * Asks a provider what was said in a call. The port between the activities and whatever is
 * installed to answer; the caller keeps the answer, so each transcript is asked for until there is
 * one.
 *
 * Gives the sentences in order, with times in seconds since the beginning of the call; none when
 * there is no transcript (yet) or the provider keeps none.
 *
 * @throws ProviderError `rate-limited` or `temporary` when asking again later may help.
 */
export type TranscriptSource = (call: TranscribedCall) => Promise<TranscriptSentence[]>;
