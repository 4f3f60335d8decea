import { useLayoutEffect, useState, type RefObject } from 'react';

export type Viewport = { width: number; height: number };

/**
 * The inner size of the scrolling element; until it has one, that of the window. Never higher than
 * the window: in a place without a height of its own the grid would draw every row it has.
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
