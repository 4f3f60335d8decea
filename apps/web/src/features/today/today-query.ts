import { queryOptions } from '@tanstack/react-query';
import { SHOWS_ACTIVITIES } from '#lib/activities/refresh-activities.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { readBrief, readToday } from './read-today.ts';

/** All that Today has read of a workspace; hiding a conversation invalidates it. */
export const todayKey = (workspaceId: string) => ['today', workspaceId];

export const todayQuery = (workspaceId: string) =>
  queryOptions({
    meta: SHOWS_ACTIVITIES,
    queryKey: [...todayKey(workspaceId), 'page'],
    queryFn: async ({ signal }) =>
      readToday(
        await apiRequestOrThrow('GET /api/workspaces/{workspaceId}/today', {
          params: { workspaceId },
          signal,
        }),
      ),
  });

export const briefQuery = (workspaceId: string, activityId: string) =>
  queryOptions({
    meta: SHOWS_ACTIVITIES,
    queryKey: [...todayKey(workspaceId), 'brief', activityId],
    queryFn: async ({ signal }) =>
      readBrief(
        await apiRequestOrThrow('GET /api/workspaces/{workspaceId}/today/meetings/{activityId}', {
          params: { workspaceId, activityId },
          signal,
        }),
      ),
  });
