import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';

type Props<State> = {
  query: UseQueryResult<State>;
  children: (stored: State) => ReactNode;
};

/** For how long activities are kept, once it is loaded. */
export function RetentionContent<State>({ query, children }: Props<State>) {
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  return error === null ? (
    <div className="flex h-24 flex-col gap-3 py-1">
      <output className="sr-only">Loading how long activities are kept...</output>
      <Skeleton className="w-44" />
      <Skeleton className="w-64" />
    </div>
  ) : (
    <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
      Failed to load how long activities are kept
      <span className="block">{failureMessage(error, 'Please try again.')}</span>
    </FailureBanner>
  );
}
