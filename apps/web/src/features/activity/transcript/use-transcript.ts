import type { TranscriptSentence } from '@repo/contract/activities';
import { useQuery } from '@tanstack/react-query';
import { failureMessage } from '#lib/api/api-error.ts';
import { useRetryLock } from './retry-lock.ts';
import {
  transcriptErrorKind,
  transcriptQuery,
  type TranscriptErrorKind,
} from './transcript-query.ts';

/** The state of a transcript (specification part 2, section 4). */
export type TranscriptState =
  | { status: 'not_fetched' | 'loading' | 'empty' }
  | { status: 'success'; sentences: readonly TranscriptSentence[] }
  | {
      status: 'error';
      kind: TranscriptErrorKind;
      message: string;
      /** Whether it is too early to retry. */
      isLocked: boolean;
      isRetrying: boolean;
      retry: () => void;
    };

/** The transcript of a call, requested when `isWanted` first is true. */
export function useTranscript(activityId: string, isWanted: boolean): TranscriptState {
  const [isLocked, lock] = useRetryLock(activityId);
  const { data, error, isFetching, refetch } = useQuery({
    ...transcriptQuery(activityId),
    enabled: isWanted && !isLocked,
  });
  if (data !== undefined) {
    return data.length > 0 ? { status: 'success', sentences: data } : { status: 'empty' };
  }
  if (error === null && !isLocked) {
    return { status: isWanted ? 'loading' : 'not_fetched' };
  }
  const kind = error === null ? 'RATE_LIMITED' : transcriptErrorKind(error);
  return {
    status: 'error',
    kind,
    message: failureMessage(error, 'Failed to load transcript'),
    isLocked,
    isRetrying: isFetching,
    retry: async () => {
      const again = await refetch();
      if (kind === 'RATE_LIMITED' && again.isError && transcriptErrorKind(again.error) === kind) {
        lock();
      }
    },
  };
}
