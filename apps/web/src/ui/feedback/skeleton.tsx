import { clsx } from 'clsx';

/** A placeholder for text that loads. Give it the height and width of that text. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden
      data-progress
      className={clsx('block h-3 animate-breathe rounded-sm bg-pressed', className)}
    />
  );
}
