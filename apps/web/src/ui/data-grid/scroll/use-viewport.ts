import { useLayoutEffect, useState, type RefObject } from 'react';

export type Viewport = { width: number; height: number };

/**
 * The inner size of the scrolling element, or that of the window until it has one. Never higher than
 * the window: in a container without a height the grid would render all rows.
 */
export function useViewport(scroller: RefObject<HTMLElement | null>): Viewport {
  const [viewport, setViewport] = useState<Viewport>(() => ({
    width: window.innerWidth,
    height: window.innerHeight,
  }));
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = () => {
      const { clientWidth: width, clientHeight } = element;
      if (width === 0 || clientHeight === 0) return;
      const height = Math.min(clientHeight, window.innerHeight);
      setViewport((was) =>
        was.width === width && was.height === height ? was : { width, height },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return viewport;
}
