import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { activityQuery } from '../../../lib/activities/activity-query.ts';

/** A pointer or a focus that only passes by has left before this. */
const PASSING_MS = 80;

/** Fetches an activity that somebody is about to open, so that it opens at once. */
export function usePrefetchOnIntent(): (activityId: string | undefined) => void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (activityId) => {
      clearTimeout(timer.current);
      if (activityId === undefined) return;
      timer.current = setTimeout(
        () => void client.prefetchQuery(activityQuery(activityId)),
        PASSING_MS,
      );
    },
    [client],
  );
}
