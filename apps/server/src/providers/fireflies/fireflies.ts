import type {
  ProviderSession,
  SourceProvider,
  TranscriptSentence,
} from '#modules/integrations/provider.ts';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import { createFirefliesClient, type FirefliesClient } from './fireflies-client.ts';
import { openCalls, pageSize } from './open-calls.ts';
import { CallNotFoundError } from './fireflies-failure.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** The share of a day's requests that a history import uses. */
const HISTORY_SHARE = 0.1;

/**
 * Fireflies.ai: the recorded calls of a user, with summary and transcript. See the README in this
 * folder.
 *
 * @param url of the GraphQL API.
 * @param requestsPerDay for one API key; undefined for no limit.
 */
export function createFireflies(url: string, requestsPerDay?: number): SourceProvider {
  const openClient = ({ credentials, signal, spendRequest }: ProviderSession) =>
    createFirefliesClient({ url, apiKey: keyOf(credentials), signal, spendRequest });
  return {
    id: 'fireflies',
    name: 'Fireflies.ai',
    kind: 'calls',
    texts: { connectHelp: 'Find it in Fireflies.ai under Integrations > Fireflies API.' },
    requestsPerDay,
    history: {
      sliceDays: 90,
      pageItems: pageSize,
      pageMs: requestsPerDay === undefined ? 1_000 : DAY_MS / (requestsPerDay * HISTORY_SHARE),
      itemMs: 0,
    },
    connect: {
      kind: 'api-key',
      async exchange(apiKey, signal) {
        const client = createFirefliesClient({ url, apiKey, signal });
        const { user } = await client.query<{ user: { email?: string | null } | null }>(
          '{ user { email } }',
        );
        const email = user?.email?.trim().toLowerCase();
        if (!email) throw new ProviderError('permanent', 'Fireflies did not say whose key it is.');
        return { credentials: { apiKey }, source: email };
      },
    },
    open: (session) => openCalls(openClient(session), session.source),
    transcribe: (session, id) => readSentences(openClient(session), id),
  };
}

function keyOf({ apiKey }: Record<string, unknown>): string {
  if (typeof apiKey === 'string') return apiKey;
  throw new ProviderError('reauthorize', 'There is no Fireflies API key. Connect again.');
}

interface TranscriptResponse {
  transcript: {
    sentences:
      { speaker_name?: string | null; start_time?: number | null; text?: string | null }[] | null;
  } | null;
}

/** The sentences of a call, in order; empty when there is no transcript (yet) or no such call. */
async function readSentences(client: FirefliesClient, id: string): Promise<TranscriptSentence[]> {
  try {
    const { transcript } = await client.query<TranscriptResponse>(
      `query Sentences($id: String!) {
        transcript(id: $id) { sentences { speaker_name start_time text } }
      }`,
      { id },
    );
    return (transcript?.sentences ?? []).map(({ speaker_name: name, start_time: start, text }) => ({
      speaker_name: name ?? '',
      start_time: Number(start ?? 0),
      text: text ?? '',
    }));
  } catch (error) {
    if (error instanceof CallNotFoundError) return [];
    throw error;
  }
}
