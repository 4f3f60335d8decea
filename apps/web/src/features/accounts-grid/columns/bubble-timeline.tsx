import { plural } from '@repo/domain/text/plural';
import { total, type Account } from '../data/account.ts';
import { bubblePaths, DAY_WIDTH, TIMELINE_HEIGHT, type BubblePath } from './bubble-path.ts';

export const STROKES: Record<BubblePath['side'], Record<BubblePath['level'], string>> = {
  external: {
    1: 'var(--color-bubble-external-1)',
    2: 'var(--color-bubble-external-2)',
    3: 'var(--color-bubble-external-3)',
  },
  internal: {
    1: 'var(--color-bubble-internal-1)',
    2: 'var(--color-bubble-internal-2)',
    3: 'var(--color-bubble-internal-3)',
  },
};

/** Diameters in pixels. */
export const SIZES: Record<BubblePath['level'], number> = { 1: 5, 2: 9, 3: 13 };

/**
 * One column a day: external activity above the centre line, internal below, stronger days bigger
 * and darker. The days' background comes from `--timeline-days`, the same for every row.
 */
export function BubbleTimeline({ timeline }: { timeline: NonNullable<Account['timeline']> }) {
  const { external, internal } = timeline;
  const width = external.length * DAY_WIDTH;
  return (
    <>
      <svg
        aria-hidden
        width={width}
        height={TIMELINE_HEIGHT}
        className="ml-auto block shrink-0 [background:var(--timeline-days)]"
        fill="none"
        strokeLinecap="round"
      >
        {bubblePaths(external, internal).map(({ side, level, d }) => (
          <path
            key={`${side}${level}`}
            d={d}
            stroke={STROKES[side][level]}
            strokeWidth={SIZES[level]}
          />
        ))}
      </svg>
      <span className="sr-only">{summary(external, internal)}</span>
    </>
  );
}

export function summary(external: readonly number[], internal: readonly number[]): string {
  const theirs = total(external);
  const ours = total(internal);
  const days = plural(external.length, 'day');
  if (theirs + ours === 0) return `No activity in the last ${days}`;
  const last = external.findLastIndex((count, day) => count + (internal[day] ?? 0) > 0);
  const ago = external.length - 1 - last;
  const when = ago === 0 ? 'today' : `${plural(ago, 'day')} ago`;
  return `Last ${days}: ${theirs} external, ${ours} internal; most recently ${when}`;
}
