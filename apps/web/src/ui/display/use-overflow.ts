import { useEffect, useState, type RefCallback } from 'react';

/** Whether the element with this ref holds more than it can show at its width. */
export function useOverflow(): [ref: RefCallback<HTMLElement>, overflows: boolean] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    if (element === null) return;
    const observer = new ResizeObserver(() =>
      setOverflows(element.scrollWidth > element.clientWidth),
    );
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, [element]);
  return [setElement, overflows];
}
