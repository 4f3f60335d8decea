import { formatExactTime, formatRelativeTime } from '#lib/time/relative-time.ts';
import { useNow } from '#lib/time/use-now.ts';
import { Tooltip } from '#ui/overlays/tooltip.tsx';

/** The time until something is due: 'in 8 minutes', 'in a moment' within one; the exact time in a tooltip. */
export function UpcomingTime({ value }: { value: string }) {
  const now = useNow();
  const time = new Date(value);
  const isNear = time.getTime() - now.getTime() < 60_000;
  return (
    <Tooltip content={formatExactTime(time)}>
      <time dateTime={time.toISOString()}>
        {isNear ? 'in a moment' : formatRelativeTime(time, now)}
      </time>
    </Tooltip>
  );
}
