import { useLayoutEffect, useMemo, useRef, type FocusEvent } from 'react';

/**
 * Passes the focus on where what had it goes away, such as a button that has done its work; without
 * a fallback, keyboard navigation would start at the top of the page again.
 *
 * @param inherit takes the focus.
 * @returns handlers for the element around what may go. The component that renders without it must
 *   be the one that calls this.
 */
export function useFocusFallback(inherit: () => void) {
  const owner = useRef<Element>(undefined);
  // No dependencies: whatever renders may have taken it away. React reports no blur meanwhile.
  useLayoutEffect(() => {
    if (owner.current === undefined || owner.current.isConnected) return;
    owner.current = undefined;
    if (document.activeElement === document.body && document.hasFocus()) inherit();
  });
  return useMemo(
    () => ({
      onFocus: ({ target, currentTarget }: FocusEvent) => {
        // What floats elsewhere in the document, such as a menu, gives the focus back itself; who
        // uses a pointer continues at its position.
        const isInherited = currentTarget.contains(target) && target.matches(':focus-visible');
        owner.current = isInherited ? target : undefined;
      },
      onBlur: ({ target }: FocusEvent) => {
        // One that is only disabled for a while, such as by what it began, has not been left.
        if (!target.matches(':disabled')) owner.current = undefined;
      },
    }),
    [],
  );
}
