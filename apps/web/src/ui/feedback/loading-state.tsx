import { clsx } from 'clsx';
import { Spinner } from './spinner.tsx';

/** A loading text with its spinner, announced as a status. For content of unknown size. */
export function LoadingState({
  label,
  className,
}: {
  label: string;
  className?: string | undefined;
}) {
  return (
    <output className={clsx('flex items-center justify-center gap-2 py-12 text-muted', className)}>
      <Spinner />
      <span>{label}</span>
    </output>
  );
}
