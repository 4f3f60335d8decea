import { useState } from 'react';
import { columnDrop, dropEdge } from './column-drop.ts';
import type { GridColumn } from '../grid-column.ts';
import { HeaderCell, type ColumnActions } from './header-cell.tsx';

export type GridHeaderProps<Row> = {
  columns: readonly GridColumn<Row>[];
  actions: ColumnActions;
  /** The column of the tab stop while that is in the header. */
  tabStop: number | undefined;
  frozen: boolean;
  showWidth: (columnId: string, width: number) => void;
};

export function GridHeader<Row>({
  columns,
  actions,
  tabStop,
  frozen,
  showWidth,
}: GridHeaderProps<Row>) {
  const [drag, setDrag] = useState<{ from: number; offset: number }>();
  return (
    <div
      role="rowgroup"
      className="sticky top-0 z-(--layer-sticky) w-max min-w-full border-b border-line bg-subtle"
    >
      <div role="row" aria-rowindex={1} data-row={-1} className="relative flex h-[31px]">
        {columns.map((column, index) => (
          <HeaderCell
            key={column.id}
            columns={columns}
            index={index}
            actions={actions}
            isTabStop={index === tabStop}
            frozen={frozen && column.frozen}
            showWidth={showWidth}
            offset={drag?.from === index ? drag.offset : undefined}
            onDrag={(offset) => setDrag(offset === undefined ? undefined : { from: index, offset })}
            onDrop={(offset) => {
              const places = columnDrop(columns, index, offset) - index;
              if (places !== 0) actions.move(column.id, places);
            }}
          />
        ))}
        {drag === undefined ? null : <DropMark columns={columns} {...drag} />}
      </div>
    </div>
  );
}

type DropMarkProps<Row> = { columns: readonly GridColumn<Row>[]; from: number; offset: number };

/** The position that the dragged column would move to. */
function DropMark<Row>({ columns, from, offset }: DropMarkProps<Row>) {
  const to = columnDrop(columns, from, offset);
  if (to === from) return null;
  return (
    <div
      data-drop-mark
      className="absolute inset-y-0 z-3 -ml-px w-0.5 bg-focus"
      style={{ left: dropEdge(columns, from, to) }}
    />
  );
}
