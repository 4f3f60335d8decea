import { createContext, use, useEffect, useState } from 'react';

/** Pixels per millisecond; rows that move faster cannot be read. */
const FAST = 2;
/** Milliseconds without a fast scroll until scrolling counts as slow. */
const CALM_AFTER = 120;

export type ScrollSpeed = {
  /** Records the current scroll position. `at` is in milliseconds. */
  note: (scrollTop: number, at: number) => void;
  isFast: () => boolean;
  /** Calls back once when scrolling is slow again. Returns a function that cancels. */
  whenSlow: (callback: () => void) => () => void;
};

export function createScrollSpeed(): ScrollSpeed {
  const waiting = new Set<() => void>();
  let last = { scrollTop: 0, at: Number.NEGATIVE_INFINITY };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = () => {
    timer = undefined;
    for (const callback of waiting) callback();
    waiting.clear();
  };
  return {
    note: (scrollTop, at) => {
      const speed = Math.abs(scrollTop - last.scrollTop) / Math.max(1, at - last.at);
      last = { scrollTop, at };
      if (speed < FAST) return;
      clearTimeout(timer);
      timer = setTimeout(settle, CALM_AFTER);
    },
    isFast: () => timer !== undefined,
    whenSlow: (callback) => {
      waiting.add(callback);
      return () => waiting.delete(callback);
    },
  };
}

export const ScrollSpeedContext = createContext<ScrollSpeed | undefined>(undefined);

/**
 * False for a row that appears while rows fly by, until they no longer do: what costs a request,
 * such as a picture, can wait until it could be seen.
 */
export function useIsScrollSettled(): boolean {
  const speed = use(ScrollSpeedContext);
  const [isLookedAt, setIsLookedAt] = useState(() => speed?.isFast() !== true);
  useEffect(() => {
    if (isLookedAt) return undefined;
    return speed?.whenSlow(() => setIsLookedAt(true));
  }, [speed, isLookedAt]);
  return isLookedAt;
}
