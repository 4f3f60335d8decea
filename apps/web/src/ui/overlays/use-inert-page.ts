import { useLayoutEffect } from 'react';

/**
 * Makes all that is on the page when `active` begins unreachable while it lasts. Radix Select only
 * hides it from screen readers, which would leave hidden things that still take focus.
 */
export function useInertPage(active: boolean): void {
  useLayoutEffect(() => {
    if (!active) return;
    const parts = [...document.body.children].filter(
      (part): part is HTMLElement => part instanceof HTMLElement && !part.inert,
    );
    for (const part of parts) part.inert = true;
    return () => {
      for (const part of parts) part.inert = false;
    };
  }, [active]);
}
