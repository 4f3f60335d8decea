import type { Context } from '../../platform/context.ts';
import type { TranscriptSource } from '../activities/transcripts/transcript-source.ts';
import { openSession } from './open-session.ts';
import type { Provider } from './provider.ts';
import { ProviderError } from './provider-error.ts';

/** The browser gives a call up after ten seconds; milliseconds. */
const timeoutMs = 8_000;

/** Asks the provider of a call for its transcript, with the connection of the call's owner. */
export function createTranscriptSource(
  context: Context,
  providers: readonly Provider[],
): TranscriptSource {
  return async ({ ownerId, provider: wanted, externalId }) => {
    const provider = providers.find(({ id }) => id === wanted);
    if (provider === undefined || !('open' in provider) || provider.transcribe === undefined) {
      return [];
    }
    const session = await openSession(
      context,
      { ownerId, provider },
      AbortSignal.timeout(timeoutMs),
    );
    if (session === undefined) {
      throw new ProviderError('permanent', `${provider.name} is not connected any more.`);
    }
    return provider.transcribe(session, externalId);
  };
}
