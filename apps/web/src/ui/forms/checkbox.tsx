import { clsx } from 'clsx';
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { useFieldControl } from './form-field.tsx';

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'size'> & {
  /** Shown beside the box and part of its target; omit only with an `aria-label`. */
  label?: ReactNode;
  hint?: ReactNode;
  /** Some but not all of the box's items are selected. */
  indeterminate?: boolean | undefined;
};

/** The browser's own checkbox, restyled, so that forms register it like any input. */
export function Checkbox({
  label,
  hint,
  indeterminate = false,
  className,
  ref: outerRef,
  ...rest
}: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null);
  const wired = useFieldControl(rest);
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = indeterminate;
  }, [indeterminate]);

  const box = (
    <span className="relative inline-flex size-4 shrink-0">
      <input
        {...wired}
        ref={(node) => {
          ref.current = node;
          if (typeof outerRef === 'function') outerRef(node);
          else if (outerRef) outerRef.current = node;
        }}
        type="checkbox"
        className="peer size-4 appearance-none rounded-sm border border-control bg-canvas transition-colors checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-danger hoverable:not-checked:border-faint"
      />
      <svg
        aria-hidden
        viewBox="0 0 16 16"
        className="pointer-events-none absolute inset-0 hidden text-on-accent peer-checked:block peer-indeterminate:hidden"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="m4 8.25 2.75 2.75L12 5.5" />
      </svg>
      <span
        aria-hidden
        className="pointer-events-none absolute inset-x-1 top-1/2 hidden h-0.5 -translate-y-1/2 rounded-full bg-on-accent peer-indeterminate:block"
      />
    </span>
  );
  if (label === undefined) return box;
  return (
    <label
      className={clsx(
        'flex items-start gap-2 has-disabled:cursor-not-allowed has-disabled:text-faint',
        className,
      )}
    >
      <span className="flex h-5 items-center">{box}</span>
      <span>
        {label}
        {hint === undefined ? null : <span className="block text-grid text-muted">{hint}</span>}
      </span>
    </label>
  );
}
