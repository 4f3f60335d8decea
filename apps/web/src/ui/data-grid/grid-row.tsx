import { clsx } from 'clsx';
import { memo } from 'react';
import { GridCell, type CellState } from './grid-cell.tsx';
import type { GridColumn } from './grid-column.ts';

/** The one cell of a row that is not like the others. */
export type StopInRow = {
  column: number;
  state: CellState;
  isFolded: boolean;
  opensUpwards: boolean;
};

export type GridRowProps<Row> = {
  index: number;
  /** Pixels. */
  height: number;
  /** Undefined while it is on its way. */
  row: Row | undefined;
  columns: readonly GridColumn<Row>[];
  /** The grid's one tab stop, if it is in this row; the same object until it changes. */
  stop: StopInRow | undefined;
  frozen: boolean;
  /** Undefined where rows cannot be selected. */
  isSelected: boolean | undefined;
};

function Row<Row>({ index, height, row, columns, stop, frozen, isSelected }: GridRowProps<Row>) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-busy={row === undefined || undefined}
      aria-selected={isSelected}
      data-row={index}
      className={clsx(
        'group/row absolute left-0 flex h-row w-max min-w-full border-b border-line text-grid [contain:layout_style]',
        isSelected ? 'bg-accent-soft' : 'bg-canvas hover:bg-subtle',
      )}
      style={{ top: index * height, zIndex: stop === undefined ? undefined : 2 }}
    >
      {columns.map((column, columnIndex) => {
        const here = columnIndex === stop?.column ? stop : undefined;
        return (
          <GridCell
            key={column.id}
            row={row}
            rowIndex={index}
            column={column}
            columnIndex={columnIndex}
            state={here?.state ?? 'normal'}
            isTabStop={here !== undefined}
            isFolded={here?.isFolded ?? false}
            opensUpwards={here?.opensUpwards ?? false}
            frozen={frozen && column.frozen}
            isSelected={column.namesRow ? isSelected : undefined}
          />
        );
      })}
    </div>
  );
}

export const GridRow = memo(Row) as typeof Row;
