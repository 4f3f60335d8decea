import { Captions } from 'lucide-react';
import { Button } from '#ui/forms/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingState } from '#ui/feedback/loading-state.tsx';
import { TranscriptSentences } from './transcript-sentences.tsx';
import { useTranscript, type TranscriptState } from './use-transcript.ts';

export function Transcript({ activityId }: { activityId: string }) {
  const state = useTranscript(activityId, true);
  switch (state.status) {
    case 'success':
      return <TranscriptSentences sentences={state.sentences} />;
    case 'empty':
      return (
        <EmptyState
          headingLevel={3}
          icon={<Captions />}
          title="Transcript not available"
          description="This meeting may still be processing or the transcript is no longer available."
        />
      );
    case 'error':
      return <TranscriptError {...state} />;
    default:
      return <LoadingState label="Loading transcript..." />;
  }
}

const PROBLEMS = {
  RATE_LIMITED: {
    title: 'Temporarily unavailable',
    description: 'API rate limit reached. Please try again later.',
  },
  NETWORK_ERROR: {
    title: 'Connection error',
    description: 'Please check your connection and try again.',
  },
  UNKNOWN_ERROR: { title: 'Unable to load transcript', description: undefined },
};

function TranscriptError({
  kind,
  message,
  isLocked,
  isRetrying,
  retry,
}: Extract<TranscriptState, { status: 'error' }>) {
  const { title, description } = PROBLEMS[kind];
  return (
    <ErrorState
      headingLevel={3}
      title={title}
      description={description ?? message}
      action={
        <Button disabled={isLocked} loading={isRetrying} onClick={retry}>
          {isLocked ? 'Try Again Later' : 'Try Again'}
        </Button>
      }
    />
  );
}
