import { useLayoutEffect, useMemo, useRef, type FocusEvent } from 'react';

/**
 * Moves the focus if the focused element is removed, such as a button after its action; without a fallback,
 * keyboard navigation would start at the top of the page again.
 *
 * @param inherit takes the focus.
 * @returns handlers for the element around the removable part. The component that renders without it
 *   must be the one that calls this.
 */
export function useFocusFallback(inherit: () => void) {
  const owner = useRef<Element>(undefined);
  // No dependencies: any render may have removed the element, and React reports no blur for that.
  useLayoutEffect(() => {
    if (owner.current === undefined || owner.current.isConnected) return;
    owner.current = undefined;
    if (document.activeElement === document.body && document.hasFocus()) inherit();
  });
  return useMemo(
    () => ({
      onFocus: ({ target, currentTarget }: FocusEvent) => {
        // An overlay elsewhere in the document, such as a menu, gives the focus back itself; who
        // uses a pointer continues at its position.
        const isInherited = currentTarget.contains(target) && target.matches(':focus-visible');
        owner.current = isInherited ? target : undefined;
      },
      onBlur: ({ target }: FocusEvent) => {
        // An element that is only disabled for a while, for example by its own action, keeps the focus.
        if (!target.matches(':disabled')) owner.current = undefined;
      },
    }),
    [],
  );
}
