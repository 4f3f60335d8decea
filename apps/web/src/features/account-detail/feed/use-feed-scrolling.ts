import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { rowOfDay, type FeedRow } from './feed-rows.ts';
import type { Feed } from './use-feed.ts';

/** So many rows before the end of what is loaded, more is asked for. */
const AHEAD = 25;

type Drawn = { first: number; last: number; count: number; goesUp: boolean };

/** Loads what is older before the reader gets there, and what is newer when the reader goes up. */
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

  // At the very top there is nothing left to scroll; the wheel still tells.
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

/** Brings the day that leads to the top, once for each time it is asked for. */
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
    // The entry below a heading stands under the heading that sticks, and so one covers the other.
    const entry = rows[row]?.kind === 'day' ? row + 1 : row;
    scrollTo(row < 0 ? rows.length - 1 : entry, 'start');
  }, [lead, rows, scrollTo]);
}

/**
 * Keeps the open activity in view: the one that a link leads to in the middle, others at an edge.
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
