import { useMemo, useState, type FocusEvent } from 'react';

/** Whether a person's pointer or focus is in an element that gets these handlers. */
export function useEngagement() {
  const [hasPointer, setHasPointer] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const handlers = useMemo(
    () => ({
      onPointerEnter: () => setHasPointer(true),
      onPointerLeave: () => setHasPointer(false),
      onFocus: () => setHasFocus(true),
      onBlur: (event: FocusEvent) =>
        setHasFocus(event.currentTarget.contains(event.relatedTarget as Node | null)),
    }),
    [],
  );
  return { isEngaged: hasPointer || hasFocus, handlers };
}
