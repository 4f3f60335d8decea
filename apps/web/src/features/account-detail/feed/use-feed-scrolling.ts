import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { rowOfDay, type FeedRow } from './feed-rows.ts';
import type { Feed } from './use-feed.ts';

/** Loads more this many rows before the last loaded one. */
const AHEAD = 25;

type Drawn = { first: number; last: number; count: number; goesUp: boolean };

/** Loads older activities before the user reaches the end, and newer ones when they scroll up. */
export function useLoadMore(
  feed: Feed,
  scroller: RefObject<HTMLElement | null>,
  { first, last, count, goesUp }: Drawn,
): void {
  const { hasOlder, loadingOlder, olderFailed, loadOlder, hasNewer, loadingNewer, loadNewer } =
    feed;
  useEffect(() => {
    if (feed.items === undefined) return;
    if (hasOlder && !loadingOlder && !olderFailed && last >= count - AHEAD) loadOlder();
    else if (hasNewer && !loadingNewer && goesUp && first < AHEAD) loadNewer();
  });

  // At the very top there is no scroll event, but still one of the wheel.
  useEffect(() => {
    const element = scroller.current;
    if (element === null || !hasNewer || loadingNewer) return;
    const handle = ({ deltaY }: WheelEvent) => {
      if (deltaY < 0 && element.scrollTop <= 0) loadNewer();
    };
    element.addEventListener('wheel', handle, { passive: true });
    return () => element.removeEventListener('wheel', handle);
  });
}

/** Scrolls the requested day to the top, once per request. */
export function useLead(
  lead: Feed['lead'],
  rows: readonly FeedRow[],
  scrollTo: (row: number, align: 'start') => void,
): void {
  const followed = useRef<Feed['lead']>(undefined);
  useLayoutEffect(() => {
    if (lead === undefined || lead === followed.current || rows.length === 0) return;
    followed.current = lead;
    const row = rowOfDay(rows, lead.day);
    // The sticky heading covers the heading of the day, so the first entry below is the target.
    const entry = rows[row]?.kind === 'day' ? row + 1 : row;
    scrollTo(row < 0 ? rows.length - 1 : entry, 'start');
  }, [lead, rows, scrollTo]);
}

/**
 * Scrolls to the open activity: to the middle when a link opened it, else just into view.
 */
export function useShowOpen(
  openRow: number,
  activityId: string | undefined,
  scrollTo: (row: number, align: 'center' | 'auto') => void,
): void {
  const shown = useRef<string>(undefined);
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    if (activityId === undefined) isFirst.current = false;
    if (openRow < 0 || shown.current === activityId) return;
    shown.current = activityId;
    scrollTo(openRow, isFirst.current ? 'center' : 'auto');
    isFirst.current = false;
  }, [openRow, activityId, scrollTo]);
}
