import type { TimelineItem } from '@repo/contract/activities';
import type { BusinessDay } from '@repo/domain/time/business-day';
import type { WindowSize } from '@repo/domain/time/timeline-window';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { MAX_REFRESHED_PAGES, SHOWS_ACTIVITIES } from '#lib/activities/refresh-activities.ts';
import { ApiError } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { isFullServer } from '#lib/server-level.ts';
import { workspaceTimeZone } from '#lib/time/workspace-time-zone.ts';
import { countOf } from '#lib/api/read-fields.ts';
import { readList, warnOfSkipped } from '#lib/api/read-list.ts';
import { clipToAfter, readFeedItem } from '../feed/feed-item.ts';
import { timelineInput, type Window } from './timeline-request.ts';
import { readPage, readSummary } from './read-timeline-page.ts';
import {
  firstRequest,
  newerRequest,
  olderRequest,
  today,
  type PartRequest,
  type TimelinePart,
} from './timeline-parts.ts';

const FRESH_FOR_MS = 30_000;

/** Everything cached of an account's timeline; whatever changes it invalidates this key. */
export const timelineKey = (accountId: string) => ['timeline', accountId] as const;

/**
 * The feed of an account, part by part in both directions, from the newest of a window on or from a
 * day that leads it. A server that returns whole windows gives one window per part.
 */
export const timelineQuery = (
  accountId: string,
  { size, end }: Window,
  leadingDay: BusinessDay | undefined,
) =>
  infiniteQueryOptions({
    // The entries are read with their days, which differ by time zone.
    queryKey: [
      ...timelineKey(accountId),
      'feed',
      workspaceTimeZone(),
      size,
      end,
      leadingDay ?? 'newest',
    ],
    meta: SHOWS_ACTIVITIES,
    staleTime: FRESH_FOR_MS,
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= MAX_REFRESHED_PAGES,
    initialPageParam: firstRequest(size, end, leadingDay),
    queryFn: ({ pageParam, signal }) => readPart(accountId, size, pageParam, signal),
    getNextPageParam: (
      _part: TimelinePart,
      parts: TimelinePart[],
      _request: PartRequest,
      requests: PartRequest[],
    ) => olderRequest(size, parts, requests),
    getPreviousPageParam: (
      _part: TimelinePart,
      parts: TimelinePart[],
      _request: PartRequest,
      requests: PartRequest[],
    ) => newerRequest(size, parts, requests, today()),
  });

/**
 * The participants of a window; only for a server that has shown that it offers more than the rest.
 */
export const participantsQuery = (accountId: string, { size, end }: Window, offered: boolean) =>
  queryOptions({
    queryKey: [...timelineKey(accountId), 'participants', size, end],
    meta: SHOWS_ACTIVITIES,
    staleTime: FRESH_FOR_MS,
    enabled: offered,
    queryFn: async ({ signal }) => {
      const data = await apiRequestOrThrow('GET /api/accounts/{accountId}/participants', {
        params: { accountId },
        query: { range: size, end_date: end },
        signal,
        once: true,
      });
      const participants = readList(data.participants, 'participants');
      return { participants, total: countOf(data.total) ?? participants.length };
    },
  });

async function readPart(
  accountId: string,
  size: WindowSize,
  request: PartRequest,
  signal: AbortSignal,
): Promise<TimelinePart> {
  const data = await apiRequestOrThrow('GET /api/accounts/{accountId}/timeline', {
    ...timelineInput(accountId, size, request),
    signal,
  });
  if (!Array.isArray(data?.activities)) {
    throw new ApiError('Server Error', { message: 'The response contains no activities.' });
  }
  const read = data.activities.flatMap((item: TimelineItem) => readFeedItem(item) ?? []);
  warnOfSkipped('activities', data.activities.length - read.length);
  const { newerThan } = request;
  const items =
    newerThan === undefined ? read : read.flatMap((item) => clipToAfter(item, newerThan) ?? []);
  return {
    items,
    reachedFloor: items.length < read.length,
    ...(isFullServer()
      ? { page: readPage(data.page), summary: readSummary(data.summary) }
      : { page: undefined, summary: undefined }),
  };
}
