import { clsx } from 'clsx';
import { useLayoutEffect, useRef, useState } from 'react';
import type { BubbleColumn } from './bubble-column.ts';

/** Under every third column, or every sixth, ninth… where columns are narrow. */
const EVERY = 3;
/** The width of a label with its margins, in pixels. */
const LABEL_WIDTH = 52;
/** About half of "Today", in pixels: the last label does not reach far beyond the chart. */
const HALF_LABEL = 17;

/** The labels of the columns, counted from the last one, which always has its own. */
export function BubbleLabels({ columns }: { columns: readonly BubbleColumn[] }) {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const count = columns.length;
  const needed = width === 0 ? EVERY : Math.ceil((LABEL_WIDTH * count) / width);
  const every = Math.ceil(needed / EVERY) * EVERY;
  return (
    <div ref={ref} aria-hidden className="relative h-5 text-grid text-faint">
      {columns.map(({ key, label, marked }, index) =>
        (count - 1 - index) % every === 0 ? (
          <span
            key={key}
            style={{ left: `min(${((index + 0.5) / count) * 100}%, calc(100% - ${HALF_LABEL}px))` }}
            className={clsx(
              'absolute top-1 -translate-x-1/2 whitespace-nowrap',
              marked && 'font-medium text-accent-ink',
            )}
          >
            {label}
          </span>
        ) : null,
      )}
    </div>
  );
}
