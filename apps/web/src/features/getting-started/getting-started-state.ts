import { queryOptions } from '@tanstack/react-query';
import { SHOWS_ACTIVITIES } from '#lib/activities/refresh-activities.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { readJson, writeJson } from '#lib/storage.ts';

/** The progress of the signed-in user in a workspace; for servers with `getting-started`. */
export const gettingStartedQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['getting-started', workspaceId],
    queryFn: ({ signal }) =>
      apiRequestOrThrow('GET /api/workspaces/{workspaceId}/getting-started', {
        params: { workspaceId },
        signal,
      }),
    // Shares change together with the accounts that are shown.
    meta: SHOWS_ACTIVITIES,
  });

const COLLAPSED_KEY = 'getting-started-collapsed';

/** Whether the steps are hidden below their heading, in this browser. */
export const readCollapsed = (): boolean => readJson(COLLAPSED_KEY, readFlag) ?? false;

export const writeCollapsed = (isCollapsed: boolean): boolean =>
  writeJson(COLLAPSED_KEY, isCollapsed);

const readFlag = (value: unknown) => (typeof value === 'boolean' ? value : undefined);
