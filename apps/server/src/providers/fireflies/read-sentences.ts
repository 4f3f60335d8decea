import type { TranscriptSentence } from '../../modules/integrations/provider.ts';
import type { FirefliesClient } from './fireflies-client.ts';
import { CallNotFoundError } from './fireflies-failure.ts';

interface Answer {
  transcript: {
    sentences:
      { speaker_name?: string | null; start_time?: number | null; text?: string | null }[] | null;
  } | null;
}

/** What was said in a call, in order; nothing when there is no transcript (yet) or no such call. */
export async function readSentences(
  client: FirefliesClient,
  id: string,
): Promise<TranscriptSentence[]> {
  try {
    const { transcript } = await client.query<Answer>(
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
