import { useEffect, type RefObject } from 'react';
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
