import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export type PageHeaderProps = {
  title: ReactNode;
  description?: ReactNode;
  /** Before the title: a back button, a favicon. */
  leading?: ReactNode;
  actions?: ReactNode;
};

export function PageHeader({ title, description, leading, actions }: PageHeaderProps) {
  return (
    <header
      className={clsx(
        'flex flex-wrap gap-x-4 gap-y-3',
        description === undefined ? 'items-center' : 'items-start',
      )}
    >
      {leading}
      <div className="min-w-0 flex-1 basis-60">
        <h1 className="text-title font-semibold tracking-title break-words">{title}</h1>
        {description === undefined ? null : (
          <p className="mt-0.5 max-w-reading text-body text-muted">{description}</p>
        )}
      </div>
      {actions === undefined ? null : <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
