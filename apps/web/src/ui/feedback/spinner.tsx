import { clsx } from 'clsx';

/**
 * Turns for work in progress. Invisible for its first 200 ms, so that quick work shows no spinner.
 */
export function Spinner({ className }: { className?: string | undefined }) {
  return (
    <svg
      aria-hidden
      data-progress
      viewBox="0 0 16 16"
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
      className={clsx('size-icon-small shrink-0 animate-spin-late', className)}
    >
      <circle cx="8" cy="8" r="6" stroke="currentColor" opacity="0.25" />
      <path d="M14 8a6 6 0 0 0-6-6" stroke="currentColor" />
    </svg>
  );
}
