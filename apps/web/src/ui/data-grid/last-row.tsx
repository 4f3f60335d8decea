import { Plus } from 'lucide-react';

export type LastRowProps = {
  index: number;
  label: string;
  columnCount: number;
  isTabStop: boolean;
  onActivate: () => void;
};

/** The row under the last one, a single cell, which adds another. */
export function LastRow({ index, label, columnCount, isTabStop, onActivate }: LastRowProps) {
  return (
    <div role="rowgroup">
      <div role="row" aria-rowindex={index + 2} data-row={index} className="flex h-row">
        <div
          role="gridcell"
          aria-colindex={1}
          aria-colspan={columnCount}
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
