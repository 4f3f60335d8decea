import { useEffect, useState } from 'react';

/** How long the page may stay busy before it counts as settled. */
const MAX_BUSY_MS = 2_000;

/** True once the browser has time to spare, so that background requests follow the page's own. */
export function useIsSettled(): boolean {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    const settle = () => setIsSettled(true);
    // Safari has no idle callbacks.
    if (typeof window.requestIdleCallback !== 'function') {
      const timer = setTimeout(settle, 300);
      return () => clearTimeout(timer);
    }
    const callback = window.requestIdleCallback(settle, { timeout: MAX_BUSY_MS });
    return () => window.cancelIdleCallback(callback);
  }, []);
  return isSettled;
}
