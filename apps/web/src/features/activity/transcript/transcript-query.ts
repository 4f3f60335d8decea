import type { TranscriptSentence } from '@repo/contract/activities';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, isNetworkError } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { textOf } from '#lib/api/read-fields.ts';
import { readList } from '#lib/api/read-list.ts';
import { ON_DEMAND } from '#lib/query-client.ts';

/** A transcript that is not available yet is requested again after this time. */
const EMPTY_FRESH_FOR_MS = 60_000;

export const transcriptQuery = (activityId: string) =>
  queryOptions({
    queryKey: ['transcript', activityId],
    queryFn: ({ signal }) => readTranscript(activityId, signal),
    staleTime: ({ state }) => (state.data?.length ? Number.POSITIVE_INFINITY : EMPTY_FRESH_FOR_MS),
    // Each attempt may cost the provider's quota: only the user retries.
    retryOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: ON_DEMAND,
  });

async function readTranscript(
  activityId: string,
  signal: AbortSignal,
): Promise<TranscriptSentence[]> {
  if (activityId === '') throw failure('Activity ID not available for transcript loading.');
  const data = await apiRequestOrThrow('GET /api/activities/{activityId}/fireflies-transcript', {
    params: { activityId },
    signal,
    once: true,
  });
  if (!Array.isArray(data?.transcriptSentences)) throw failure('Failed to load transcript');
  const isSpoken = ({ text }: TranscriptSentence) => typeof text === 'string';
  return readList(data.transcriptSentences, 'transcript sentences', isSpoken).map(
    ({ speaker_name, start_time, text }) => ({
      speaker_name: textOf(speaker_name),
      start_time: Number(start_time) || 0,
      text,
    }),
  );
}

/** With a message that is shown as it is. */
const failure = (message: string) => new ApiError('HTTP Error', { message });

export type TranscriptErrorKind = 'RATE_LIMITED' | 'NETWORK_ERROR' | 'UNKNOWN_ERROR';

export function transcriptErrorKind(error: unknown): TranscriptErrorKind {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'RATE_LIMITED') return 'RATE_LIMITED';
  return code === 'NETWORK_ERROR' || isNetworkError(error) ? 'NETWORK_ERROR' : 'UNKNOWN_ERROR';
}
