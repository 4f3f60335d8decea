import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export type EmptyStateProps = {
  icon?: ReactNode;
  title: ReactNode;
  /** The purpose of this page or section. */
  description?: ReactNode;
  /** The one next step. */
  action?: ReactNode;
  /** The level of the title among the page's headings; 2 unless this is the whole page. */
  headingLevel?: 1 | 2 | 3;
  className?: string | undefined;
};

export function EmptyState({
  icon,
  title,
  description,
  action,
  headingLevel = 2,
  className,
}: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={clsx('flex flex-col items-center px-4 py-12 text-center', className)}>
      {icon === undefined ? null : (
        <span
          aria-hidden
          className="mb-3 flex size-10 items-center justify-center rounded-md border border-line bg-subtle text-muted [&_svg]:size-icon"
        >
          {icon}
        </span>
      )}
      <Heading className="text-body font-semibold break-words">{title}</Heading>
      {description === undefined ? null : (
        <p className="mt-1 w-full max-w-dialog-small text-body text-balance break-words text-muted">
          {description}
        </p>
      )}
      {action === undefined ? null : <div className="mt-4 flex gap-2">{action}</div>}
    </div>
  );
}
