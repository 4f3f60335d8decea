import { X } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../forms/icon-button.tsx';

/** How far from the bottom of the window toasts appear. */
const TOASTS_BOTTOM = '--toasts-bottom';

/** Pixels; a toolbar further up is not where toasts are. */
const MAX_RAISE = 200;

type SelectionToolbarProps = {
  label: string;
  count: number;
  /** The actions on the selection. */
  children: ReactNode;
  onClear: () => void;
};

/** The number of selected items and the actions on them. Toasts appear above it, not over its buttons. */
export function SelectionToolbar({ label, count, children, onClear }: SelectionToolbarProps) {
  const ref = useRef<HTMLDivElement>(null);
  // At each render: its buttons may take another row.
  useLayoutEffect(() => {
    const { clientHeight: height, style } = document.documentElement;
    const top = ref.current?.getBoundingClientRect().top ?? height;
    const raise = Math.max(height - top, 0);
    style.setProperty(TOASTS_BOTTOM, `${raise > MAX_RAISE ? 0 : raise}px`);
  });
  useLayoutEffect(
    () => () => void document.documentElement.style.removeProperty(TOASTS_BOTTOM),
    [],
  );
  return (
    <div
      ref={ref}
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
