import { clsx } from 'clsx';
import { memo } from 'react';
import { Skeleton } from '../feedback/skeleton.tsx';
import type { GridColumn } from './grid-column.ts';
import { SelectBox } from './select-box.tsx';

/** The state of a cell; 'activating' while the pointer is down on it. */
export type CellState = 'normal' | 'activating' | 'active';

export type GridCellProps<Row> = {
  /** Undefined while it is on its way. */
  row: Row | undefined;
  rowIndex: number;
  column: GridColumn<Row>;
  columnIndex: number;
  state: CellState;
  /** The grid's one tab stop is here. */
  isTabStop: boolean;
  /** Escape has closed the whole content of this cell. */
  isFolded: boolean;
  /** Whether truncated content is shown in full above its cell: the rows below may be out of view. */
  opensUpwards: boolean;
  frozen: boolean;
  /** Whether the box that selects the row is checked; undefined if this cell has none. */
  isSelected: boolean | undefined;
};

const base =
  'flex shrink-0 items-center border-r border-line outline-none data-[state=activating]:bg-hover';
const cut = 'min-w-0 flex-1 overflow-hidden text-ellipsis whitespace-nowrap';
const whole =
  'absolute -left-px z-2 flex max-h-64 min-h-9.25 w-max max-w-[max(28rem,100%)] min-w-[calc(100%+2px)] items-center-safe overflow-y-auto rounded-sm border-2 border-focus bg-raised [overflow-wrap:anywhere]';

function Cell<Row>({
  row,
  rowIndex,
  column,
  columnIndex,
  state,
  isTabStop,
  isFolded,
  opensUpwards,
  frozen,
  isSelected,
}: GridCellProps<Row>) {
  // Where nothing is cut, the whole content looks just like the cell itself.
  const isWhole = state === 'active' && !isFolded;
  const render = (isWhole ? column.renderWhole : undefined) ?? column.render;
  return (
    <div
      role={column.namesRow && row !== undefined ? 'rowheader' : 'gridcell'}
      aria-colindex={columnIndex + 1}
      aria-selected={state === 'active' || undefined}
      tabIndex={isTabStop ? 0 : -1}
      data-column={column.id}
      data-state={isWhole ? 'expanded' : state}
      className={clsx(
        base,
        // Over the whole content of the cells that are scrolled under it.
        frozen ? 'sticky left-0 z-3 bg-inherit' : 'relative',
        state === 'active' && isFolded && 'outline-2 -outline-offset-2 outline-focus',
      )}
      style={{ width: columnWidth(column.id) }}
    >
      <div
        className={clsx(
          isWhole ? [whole, opensUpwards ? '-bottom-px' : '-top-px'] : cut,
          column.isFlush && row !== undefined ? 'flex justify-end' : isWhole ? 'px-2.75' : 'px-3',
        )}
      >
        {row === undefined ? <Placeholder seed={rowIndex + columnIndex} /> : render(row)}
      </div>
      {isSelected === undefined ? null : <SelectBox isSelected={isSelected} />}
    </div>
  );
}

/** Rendered again only when its props change, which scrolling does not do. */
export const GridCell = memo(Cell) as typeof Cell;

/** Bars of unequal length; a cell has the same one each time that it is rendered. */
const PLACEHOLDER_WIDTHS = ['55%', '70%', '40%', '62%', '48%'];

function Placeholder({ seed }: { seed: number }) {
  const width = PLACEHOLDER_WIDTHS[seed % PLACEHOLDER_WIDTHS.length];
  return (
    <span className="block max-w-48" style={{ width }}>
      <Skeleton />
    </span>
  );
}

/** Widths are variables of the grid, so that dragging one redraws no row. */
export function columnWidth(columnId: string): string {
  return `var(${columnWidthVariable(columnId)})`;
}

export function columnWidthVariable(columnId: string): string {
  return `--column-${columnId}`;
}
