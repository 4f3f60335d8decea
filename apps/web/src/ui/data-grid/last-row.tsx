import { Plus } from 'lucide-react';
import { columnWidth } from './grid-cell.tsx';
import type { GridColumn } from './grid-column.ts';

export type LastRowProps = {
  index: number;
  label: string;
  columns: readonly Pick<GridColumn<never>, 'id'>[];
  isTabStop: boolean;
  onActivate: () => void;
};

/** The row under the last one, a single cell, which adds another. */
export function LastRow({ index, label, columns, isTabStop, onActivate }: LastRowProps) {
  // As wide as the other rows, however far they are scrolled sideways.
  const width = `calc(${columns.map(({ id }) => columnWidth(id)).join(' + ')})`;
  return (
    <div role="rowgroup" className="min-w-full" style={{ width }}>
      <div role="row" aria-rowindex={index + 2} data-row={index} className="flex h-row">
        <div
          role="gridcell"
          aria-colindex={1}
          aria-colspan={columns.length}
          data-column="add"
          className="w-full border-b border-line"
        >
          <button
            type="button"
            tabIndex={isTabStop ? 0 : -1}
            className="sticky left-0 flex h-full items-center gap-2 px-3 text-grid text-muted outline-none hover:text-ink focus-visible:text-ink focus-visible:shadow-[inset_0_0_0_2px_var(--color-focus)]"
            onClick={onActivate}
          >
            <Plus aria-hidden className="size-icon-small" />
            {label}
          </button>
        </div>
      </div>
    </div>
  );
}
