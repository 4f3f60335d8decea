import * as RadixProgress from 'radix-ui/progress';

export type ProgressBarProps = {
  /** Names the work in progress. */
  label: string;
  /** The part that is done, up to `max`; undefined while the total is unknown. */
  value: number | undefined;
  max?: number;
  className?: string | undefined;
};

export function ProgressBar({ label, value, max = 100, className }: ProgressBarProps) {
  const done = value === undefined ? undefined : Math.min(Math.max(value, 0), max);
  return (
    <RadixProgress.Root aria-label={label} value={done ?? null} max={max} className={className}>
      <div className="h-1 w-full overflow-hidden rounded-full bg-pressed">
        <RadixProgress.Indicator
          data-progress
          className="h-full rounded-full bg-accent transition-[width] duration-300 data-[state=indeterminate]:w-1/3 data-[state=indeterminate]:animate-slide"
          style={done === undefined ? undefined : { width: `${max > 0 ? (done / max) * 100 : 0}%` }}
        />
      </div>
    </RadixProgress.Root>
  );
}
