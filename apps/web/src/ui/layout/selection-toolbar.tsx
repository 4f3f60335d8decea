import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../forms/icon-button.tsx';

type SelectionToolbarProps = {
  label: string;
  count: number;
  /** The actions on the selection. */
  children: ReactNode;
  onClear: () => void;
};

/** The number of selected items and the actions on them. */
export function SelectionToolbar({ label, count, children, onClear }: SelectionToolbarProps) {
  return (
    <div
      role="toolbar"
      aria-label={label}
      className="pointer-events-auto flex max-w-full flex-wrap items-center justify-center gap-1.5 rounded-md border border-line-strong bg-raised px-2 py-1.5 shadow-float"
    >
      <output className="px-1 text-grid font-medium tabular-nums">
        {count.toLocaleString('en')}
        <span className="max-sm:sr-only"> selected</span>
      </output>
      <IconButton label="Clear selection" icon={<X />} onClick={onClear} />
      <span aria-hidden className="mr-1 h-5 border-l border-line max-sm:hidden" />
      {children}
    </div>
  );
}
