import { type BusinessDay } from '@repo/domain/time/business-day';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { activityQuery } from '#lib/activities/activity-query.ts';
import { logFailure } from '#lib/log-failure.ts';
import { readInstant } from '#lib/time/read-instant.ts';
import { containsActivity, type FeedItem } from './feed-item.ts';
import {
  isCutShort,
  joinParts,
  type PartRequest,
  type TimelinePart,
} from '../timeline/timeline-parts.ts';
import type { Window } from '../timeline/timeline-request.ts';
import { timelineQuery } from '../timeline/timeline-query.ts';
import { dayOf } from '#lib/time/workspace-day.ts';

/** A day that the feed scrolls to; a new object for each request. */
export type Lead = { day: BusinessDay };

export type Feed = {
  /** The first part of the window, which its counts come from. */
  windowPart: TimelinePart | undefined;
  /** Newest first; undefined until the first part is there. */
  items: FeedItem[] | undefined;
  failed: boolean;
  retry: () => void;
  retrying: boolean;
  lead: Lead | undefined;
  leadTo: (day: BusinessDay) => void;
  hasOlder: boolean;
  hasNewer: boolean;
  loadingOlder: boolean;
  /** The last attempt to load older activities failed; nothing tries again by itself. */
  olderFailed: boolean;
  /** There are older activities, but the server sends the same ones again. */
  isCutShort: boolean;
  loadingNewer: boolean;
  loadOlder: () => void;
  loadNewer: () => void;
};

/**
 * The activities to read: the window's newest first or, after a jump to a day that is not loaded, those
 * around that day.
 */
export function useFeed(accountId: string, window: Window, activityId: string | undefined): Feed {
  const windowKey = `${window.size} ${window.end}`;
  const [chosen, setChosen] = useState<{ lead: Lead; apart: boolean; windowKey: string }>();
  // A day that was chosen in another window no longer applies.
  const current = chosen?.windowKey === windowKey ? chosen : undefined;

  const newest = useInfiniteQuery(timelineQuery(accountId, window, undefined));
  const apartDay = current?.apart ? current.lead.day : undefined;
  const around = useInfiniteQuery({
    ...timelineQuery(accountId, window, apartDay),
    enabled: apartDay !== undefined,
  });
  const { data, error, ...query } = apartDay === undefined ? newest : around;
  useEffect(() => {
    if (error !== null) logFailure('The timeline of the account could not be read.', error);
  }, [error]);

  const newestItems = useMemo(() => newest.data && joinParts(newest.data.pages), [newest.data]);
  const items = useMemo(() => data && joinParts(data.pages), [data]);
  const cutShort = useMemo(
    () =>
      data !== undefined && isCutShort(window.size, data.pages, data.pageParams as PartRequest[]),
    [data, window.size],
  );

  // The loaded activities change often, the function never, so that the chart is not drawn again for it.
  const choose = useRef((_day: BusinessDay) => {});
  const leadTo = useCallback((day: BusinessDay) => choose.current(day), []);
  useLayoutEffect(() => {
    choose.current = (day) => {
      const isLoaded = day <= window.end && (newestItems?.at(-1)?.day ?? window.end) < day;
      const apart = !isLoaded && (day > window.end || newest.hasNextPage);
      setChosen({ lead: { day }, apart, windowKey });
    };
  });
  useLeadToActivity(accountId, activityId, items, leadTo);

  const requests = newest.data?.pageParams as PartRequest[] | undefined;
  const windowIndex = requests?.findIndex((request) => isWhole(request, window));
  return {
    windowPart: windowIndex === undefined ? undefined : newest.data?.pages[windowIndex],
    items,
    failed: error !== null && items === undefined,
    retry: () => void query.refetch(),
    retrying: query.isFetching,
    lead: current?.lead,
    leadTo,
    hasOlder: query.hasNextPage,
    hasNewer: query.hasPreviousPage,
    loadingOlder: query.isFetchingNextPage,
    olderFailed: query.isFetchNextPageError,
    isCutShort: cutShort,
    loadingNewer: query.isFetchingPreviousPage,
    loadOlder: () => {
      if (!query.isFetching) void query.fetchNextPage();
    },
    loadNewer: () => {
      if (!query.isFetching) void query.fetchPreviousPage();
    },
  };
}

/** Whether a part was requested as the beginning of the window. */
function isWhole({ end, before, after }: PartRequest, window: Window): boolean {
  return end === window.end && before === undefined && after === undefined;
}

/**
 * An activity in the address that the feed does not contain scrolls the feed to its day, once.
 */
function useLeadToActivity(
  accountId: string,
  activityId: string | undefined,
  items: readonly FeedItem[] | undefined,
  leadTo: (day: BusinessDay) => void,
): void {
  const settled = useRef<string>(undefined);
  const { data } = useQuery({
    ...activityQuery(activityId ?? ''),
    enabled: activityId !== undefined,
  });
  useEffect(() => {
    if (activityId === undefined || items === undefined || settled.current === activityId) return;
    const isListed = items.some((item) => containsActivity(item, activityId));
    if (!isListed && data === undefined) return;
    settled.current = activityId;
    if (isListed || data === undefined || !belongsTo(data, accountId)) return;
    const occurredAt = readInstant(data.occurredAt);
    if (occurredAt !== undefined) leadTo(dayOf(occurredAt));
  });
}

/** If the server does not name an activity's account, it is taken to be the right one. */
function belongsTo(activity: { accountId?: string }, accountId: string): boolean {
  return activity.accountId === undefined || activity.accountId === accountId;
}
