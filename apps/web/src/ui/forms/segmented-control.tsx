import { clsx } from 'clsx';
import { useId } from 'react';

export type SegmentedControlProps<Value extends string> = {
  /** Names the choice for screen readers. */
  label: string;
  options: readonly {
    value: Value;
    label: string;
    /** In full, where the label is short. */ name?: string;
  }[];
  value: Value;
  onValueChange: (value: Value) => void;
  disabled?: boolean | undefined;
  className?: string | undefined;
};

/** One of a few that all stay in view. Radio buttons underneath: arrow keys move the choice. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onValueChange,
  disabled = false,
  className,
}: SegmentedControlProps<Value>) {
  const group = useId();
  return (
    <fieldset
      disabled={disabled}
      className={clsx('inline-flex h-input-small rounded-md bg-hover p-0.5', className)}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex min-w-9 items-center justify-center rounded-sm border border-transparent px-2 text-grid font-medium text-muted transition-colors has-checked:border-line-strong has-checked:bg-raised has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus has-disabled:opacity-50 hoverable:text-ink"
        >
          <input
            type="radio"
            name={group}
            value={option.value}
            checked={option.value === value}
            aria-label={option.name}
            className="absolute inset-0 appearance-none outline-none"
            onChange={() => onValueChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
