import { useEffect } from 'react';

/** Returning often triggers two events: the tab becomes visible and the window gets the focus. */
const SAME_RETURN_MS = 1_000;

/** Calls back when the user returns to the page from another tab or window. */
export function useWindowRefocus(onReturn: () => void): void {
  useEffect(() => {
    let last = Number.NEGATIVE_INFINITY;
    const handle = () => {
      if (document.visibilityState === 'hidden' || performance.now() - last < SAME_RETURN_MS)
        return;
      last = performance.now();
      onReturn();
    };
    window.addEventListener('focus', handle);
    document.addEventListener('visibilitychange', handle);
    return () => {
      window.removeEventListener('focus', handle);
      document.removeEventListener('visibilitychange', handle);
    };
  }, [onReturn]);
}
