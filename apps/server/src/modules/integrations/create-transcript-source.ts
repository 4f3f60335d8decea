import type { Context } from '#platform/context.ts';
import type { TranscriptSource } from '#modules/activities/transcript-source.ts';
import { openSession } from './connect/open-session.ts';
import type { Provider } from './provider.ts';
import { ProviderError } from './provider-error.ts';
import { providerFailure } from './connect/provider-failure.ts';

/** Less than the ten seconds after which the web application stops waiting for a response. */
const TRANSCRIPT_TIMEOUT_MS = 8_000;

/** Requests transcripts from the provider of a call, through the connection of the call's owner. */
export function createTranscriptSource(
  context: Context,
  providers: readonly Provider[],
): TranscriptSource {
  return translateFailures(async ({ ownerId, provider: wanted, source, externalId }) => {
    const provider = providers.find(({ id }) => id === wanted);
    if (provider === undefined || !('open' in provider) || provider.transcribe === undefined) {
      return [];
    }
    const signal = AbortSignal.timeout(TRANSCRIPT_TIMEOUT_MS);
    const session = await openSession(context, { ownerId, provider, source }, signal);
    if (session === undefined) {
      throw new ProviderError('permanent', `${provider.name} is no longer connected.`);
    }
    return provider.transcribe(session, externalId);
  });
}

/** The error codes for failures that a retry does not fix. */
const codes = {
  reauthorize: 'UNKNOWN_ERROR',
  permanent: 'UNKNOWN_ERROR',
  'cursor-expired': 'UNKNOWN_ERROR',
} as const;

/** Converts the provider's errors into API errors. */
export const translateFailures =
  (source: TranscriptSource): TranscriptSource =>
  async (call) => {
    try {
      return await source(call);
    } catch (error) {
      throw error instanceof ProviderError ? providerFailure(error, codes) : error;
    }
  };
