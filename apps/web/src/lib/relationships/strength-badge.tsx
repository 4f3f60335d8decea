import type { StrengthLabel } from '@repo/domain/relationships/strength';
import { clsx } from 'clsx';

const BARS: Readonly<Record<StrengthLabel, number>> = {
  strong: 3,
  regular: 2,
  weak: 1,
  dormant: 0,
};

export const STRENGTH_NAMES: Readonly<Record<StrengthLabel, string>> = {
  strong: 'Strong',
  regular: 'Regular',
  weak: 'Weak',
  dormant: 'Dormant',
};

/** The label of a relationship, with three bars that show its strength. */
export function StrengthBadge({ label, className }: { label: StrengthLabel; className?: string }) {
  return (
    <span
      className={clsx('inline-flex shrink-0 items-center gap-1.5 whitespace-nowrap', className)}
    >
      <span aria-hidden className="inline-flex items-end gap-0.5">
        {[1, 2, 3].map((bar) => (
          <span
            key={bar}
            className={clsx(
              'w-1 rounded-sm',
              bar === 1 ? 'h-1.5' : bar === 2 ? 'h-2.5' : 'h-3.5',
              bar <= BARS[label] ? 'bg-accent' : 'bg-line-strong',
            )}
          />
        ))}
      </span>
      <span className={label === 'dormant' ? 'text-muted' : undefined}>
        {STRENGTH_NAMES[label]}
      </span>
    </span>
  );
}
