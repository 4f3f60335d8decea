import { useCallback, useSyncExternalStore } from 'react';

/** The width from which on a side panel fits beside the content (`--breakpoint-lg`). */
export const WIDE = '(width >= 1024px)';

/** Whether a media query matches now. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
