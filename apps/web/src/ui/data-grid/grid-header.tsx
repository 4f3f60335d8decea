import type { GridColumn } from './grid-column.ts';
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
  return (
    <div
      role="rowgroup"
      className="sticky top-0 z-(--layer-sticky) w-max min-w-full border-b border-line bg-subtle"
    >
      <div role="row" aria-rowindex={1} data-row={-1} className="flex h-[31px]">
        {columns.map((column, index) => (
          <HeaderCell
            key={column.id}
            columns={columns}
            index={index}
            actions={actions}
            isTabStop={index === tabStop}
            frozen={frozen && column.frozen}
            showWidth={showWidth}
          />
        ))}
      </div>
    </div>
  );
}
