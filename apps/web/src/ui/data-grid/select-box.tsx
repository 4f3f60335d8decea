import { clsx } from 'clsx';
import { Check } from 'lucide-react';

/**
 * The box that selects a row, over the icon at its start: shown while the pointer is on the row, and on
 * selected rows. Keyboard and screen reader have X, Shift+Space and the row's own state.
 */
export function SelectBox({ isSelected }: { isSelected: boolean }) {
  return (
    <span
      aria-hidden
      data-select
      className={clsx(
        'absolute top-1/2 left-2 z-3 flex size-6 -translate-y-1/2 cursor-default items-center justify-center rounded-sm',
        isSelected
          ? 'bg-accent-soft'
          : 'bg-canvas opacity-0 group-hover/row:bg-subtle [@media(hover:hover)]:group-hover/row:opacity-100',
      )}
    >
      <span
        className={clsx(
          'flex size-4 items-center justify-center rounded-sm border',
          isSelected ? 'border-accent bg-accent text-on-accent' : 'border-control bg-canvas',
        )}
      >
        {isSelected ? <Check className="size-3 stroke-3" /> : null}
      </span>
    </span>
  );
}
