import { readInstant } from '#lib/time/read-instant.ts';
import { formatExactTime, formatRelativeTime } from '#lib/time/relative-time.ts';
import { useNow } from '#lib/time/use-now.ts';
import { Tooltip } from '../overlays/tooltip.tsx';

export type RelativeTimeProps = {
  /** An ISO date-time or a date; what cannot be read as one shows `fallback`. */
  value: string | Date | null | undefined;
  fallback?: string;
  className?: string | undefined;
};

/** The age of something, with the exact time in a tooltip. */
export function RelativeTime({ value, fallback = '–', className }: RelativeTimeProps) {
  const now = useNow();
  const time = readInstant(value);
  if (time === undefined) return <span className={className}>{fallback}</span>;
  return (
    <Tooltip content={formatExactTime(time)}>
      <time dateTime={time.toISOString()} className={className}>
        {formatRelativeTime(time, now)}
      </time>
    </Tooltip>
  );
}
