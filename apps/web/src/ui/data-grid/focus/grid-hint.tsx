import { useEffect, useRef, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import type { CellHint, GridColumn } from '../grid-column.ts';

type Shown = { text: string; left: number; top: number; bottom: number };

const MARGIN = 8;
const GAP = 4;

/**
 * The hint of the cell under a resting pointer, shown at once. One for the whole grid, since a tooltip in
 * each of thousands of cells would cost more than the cells. Keyboard and screen reader get the
 * same from the cell's own text and from its whole content.
 */
export function GridHint<Row>({
  scroller,
  columns,
  rowAt,
}: {
  scroller: RefObject<HTMLElement | null>;
  columns: readonly GridColumn<Row>[];
  rowAt: (index: number) => Row | undefined;
}) {
  const [shown, setShown] = useState<Shown>();
  const latest = useRef({ columns, rowAt });
  useEffect(() => {
    latest.current = { columns, rowAt };
  });

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const hide = () => setShown(undefined);
    const follow = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return;
      const next = hintUnder(event, latest.current.columns, latest.current.rowAt);
      setShown((was) => (was && next && isSame(was, next) ? was : next));
    };
    const hideOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide();
    };
    element.addEventListener('pointermove', follow);
    for (const type of ['pointerleave', 'pointerdown', 'scroll', 'wheel'] as const) {
      element.addEventListener(type, hide, { passive: true });
    }
    document.addEventListener('keydown', hideOnEscape);
    return () => {
      element.removeEventListener('pointermove', follow);
      for (const type of ['pointerleave', 'pointerdown', 'scroll', 'wheel'] as const) {
        element.removeEventListener(type, hide);
      }
      document.removeEventListener('keydown', hideOnEscape);
    };
  }, [scroller]);

  return shown === undefined ? null : createPortal(<Bubble {...shown} />, document.body);
}

function Bubble({ text, left, top, bottom }: Shown) {
  const positionBubble = (element: HTMLDivElement | null) => {
    if (element === null) return;
    const { offsetWidth: width, offsetHeight: height } = element;
    const x = Math.min(Math.max(MARGIN, left - width / 2), window.innerWidth - width - MARGIN);
    const above = top - height - GAP;
    element.style.transform = `translate(${Math.round(x)}px, ${above < MARGIN ? bottom + GAP : above}px)`;
  };
  return (
    <div
      ref={positionBubble}
      role="tooltip"
      className="pointer-events-none fixed top-0 left-0 z-(--layer-tooltip) max-h-80 max-w-tooltip overflow-hidden rounded-sm bg-inverse-surface px-2 py-1 text-grid whitespace-pre-line text-inverse shadow-float [overflow-wrap:anywhere]"
    >
      {text}
    </div>
  );
}

function hintUnder<Row>(
  event: PointerEvent,
  columns: readonly GridColumn<Row>[],
  rowAt: (index: number) => Row | undefined,
): Shown | undefined {
  const target = event.target as Element;
  const cell = target.closest<HTMLElement>('[data-column]');
  const index = cell?.closest<HTMLElement>('[data-row]')?.dataset['row'];
  if (!cell || index === undefined) return undefined;
  const row = rowAt(Number(index));
  const column = columns.find(({ id }) => id === cell.dataset['column']);
  if (row === undefined || column?.hint === undefined) return undefined;
  // The active cell already shows it all.
  if (column.renderWhole && cell.dataset['state'] === 'expanded') return undefined;
  const box = cell.getBoundingClientRect();
  const hint = column.hint(row, event.clientX - box.left, cell.clientWidth);
  if (hint === undefined) return undefined;
  const { text, from, to } = typeof hint === 'string' ? alongText(hint, cell) : hint;
  return { text, left: box.left + (from + to) / 2, top: box.top, bottom: box.bottom };
}

/** A hint without a range of its own is shown over the start of the cell, where its text is. */
function alongText(text: string, cell: HTMLElement): CellHint {
  return { text, from: 0, to: Math.min(cell.offsetWidth, 200) };
}

function isSame(one: Shown, other: Shown): boolean {
  return one.text === other.text && one.left === other.left && one.top === other.top;
}
