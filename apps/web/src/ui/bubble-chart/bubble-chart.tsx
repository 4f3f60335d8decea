import { clsx } from 'clsx';
import { useRef, useState, type KeyboardEvent } from 'react';
import { Tooltip } from '../overlays/tooltip.tsx';
import type { BubbleColumn } from './bubble-column.ts';
import { BubbleLabels } from './bubble-labels.tsx';

export type BubbleChartProps = {
  /** The accessible name of the whole chart. */
  label: string;
  columns: readonly BubbleColumn[];
  /** The names of the sides above and below the center line. */
  sides: { above: string; below: string };
  selected: string | undefined;
  onSelect: (key: string) => void;
};

const ABOVE = [
  '',
  'size-2.5 bg-bubble-external-1',
  'size-4 bg-bubble-external-2',
  'size-5.5 bg-bubble-external-3',
];
const BELOW = [
  '',
  'size-2.5 bg-bubble-internal-1',
  'size-4 bg-bubble-internal-2',
  'size-5.5 bg-bubble-internal-3',
];

/**
 * Two series around a centre line, side shown by position, strength by size and colour. One tab stop:
 * the arrow keys go from column to column, Enter selects.
 */
export function BubbleChart({ label, columns, sides, selected, onSelect }: BubbleChartProps) {
  const [focused, setFocused] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  const stop = [focused, selected, columns.at(-1)?.key].find((key) =>
    columns.some((column) => column.key === key),
  );

  const move = (event: KeyboardEvent, index: number) => {
    const last = columns.length - 1;
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const buttons = list.current?.querySelectorAll('button');
    buttons?.[Math.min(Math.max(to, 0), last)]?.focus();
  };

  return (
    <fieldset className="relative flex min-w-0 gap-3">
      <legend className="sr-only">{label}</legend>
      <div
        aria-hidden
        className="flex h-20 shrink-0 flex-col justify-around text-grid text-faint max-sm:hidden"
      >
        <span>{sides.above}</span>
        <span>{sides.below}</span>
      </div>
      <div className="min-w-0 flex-1">
        <div ref={list} className="relative isolate flex h-20">
          <div aria-hidden className="absolute inset-x-0 top-1/2 h-px bg-bubble-centre" />
          {columns.map((column, index) => (
            <Tooltip key={column.key} content={column.name}>
              <button
                type="button"
                aria-label={column.name}
                aria-pressed={column.key === selected}
                tabIndex={column.key === stop ? 0 : -1}
                className={clsx(
                  'relative flex min-w-0 flex-1 flex-col outline-offset-[-2px] before:absolute before:inset-0 before:-z-1',
                  column.marked
                    ? 'before:bg-bubble-today'
                    : column.shaded && 'before:bg-bubble-weekend',
                  column.key === selected
                    ? 'before:bg-highlight after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:bg-accent'
                    : 'hoverable:before:bg-hover',
                )}
                onFocus={() => setFocused(column.key)}
                onBlur={() => setFocused(undefined)}
                onKeyDown={(event) => move(event, index)}
                onClick={() => onSelect(column.key)}
              >
                <Bubble className={ABOVE[column.above]} />
                <Bubble className={BELOW[column.below]} />
              </button>
            </Tooltip>
          ))}
        </div>
        <BubbleLabels columns={columns} />
      </div>
    </fieldset>
  );
}

/** Never wider than its column: on a narrow screen only the colour shows the strength. */
function Bubble({ className }: { className: string | undefined }) {
  return (
    <span className="flex min-h-0 flex-1 items-center justify-center">
      {className ? (
        <span className={clsx('aspect-square h-auto! max-w-full rounded-full', className)} />
      ) : null}
    </span>
  );
}
