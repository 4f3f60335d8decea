import { useCallback, useState, type RefCallback } from 'react';

/**
 * Whether any part of an element is in view; false without an element, and where the browser cannot
 * tell.
 *
 * @returns the `ref` of the element as well.
 */
export function useIsVisible(): { ref: RefCallback<Element>; isVisible: boolean } {
  const [isVisible, setIsVisible] = useState(false);
  const ref = useCallback((element: Element | null) => {
    if (element === null || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver((entries) => {
      // The last one is the newest.
      setIsVisible(entries.at(-1)?.isIntersecting === true);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      setIsVisible(false);
    };
  }, []);
  return { ref, isVisible };
}
