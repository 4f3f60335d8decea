import { clsx } from 'clsx';

/** Holds the place of text that is on its way. Give it the height and width of what will come. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden
      data-progress
      className={clsx('block h-3 animate-breathe rounded-sm bg-pressed', className)}
    />
  );
}
