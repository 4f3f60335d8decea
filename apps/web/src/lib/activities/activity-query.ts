import type { EndpointResponse } from '@repo/contract/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { apiRequestOrThrow } from '../api/api-request.ts';
import { SHOWS_ACTIVITIES } from './refresh-activities.ts';

export type WholeActivity = EndpointResponse<'GET /api/activities/{activityId}'>['activity'];

/** A loaded activity is shown again this long without a request: mail does not change. */
const FRESH_FOR_MS = 5 * 60_000;

const hasFailed = ({ state }: { state: { status: string } }) => state.status === 'error';

/**
 * Requests an activity with its text.
 *
 * @param options `before`: a position in a conversation, to request earlier messages.
 */
export async function fetchActivity(
  activityId: string,
  { before, signal }: { before?: string; signal: AbortSignal },
): Promise<WholeActivity> {
  const data = await apiRequestOrThrow('GET /api/activities/{activityId}', {
    params: { activityId },
    query: { before },
    signal,
  });
  if (typeof data?.activity !== 'object' || data.activity === null) {
    throw new ApiError('Server Error', { message: 'Failed to fetch activity details' });
  }
  return data.activity;
}

/** An activity with its text; prefetched when the user is about to open it. */
export const activityQuery = (activityId: string) =>
  queryOptions({
    queryKey: ['activity', activityId],
    meta: SHOWS_ACTIVITIES,
    staleTime: FRESH_FOR_MS,
    refetchOnWindowFocus: hasFailed,
    queryFn: ({ signal }) => fetchActivity(activityId, { signal }),
  });
