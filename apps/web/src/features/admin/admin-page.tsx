import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { PageHeader, type PageHeaderProps } from '#ui/layout/page-header.tsx';

type Props = PageHeaderProps & {
  /** Forms are as wide as text is read, lists as their tables of many columns. */
  width?: 'list' | 'form';
  children: ReactNode;
};

export function AdminPage({ width = 'list', children, ...header }: Props) {
  return (
    <div
      className={clsx(
        'mx-auto flex w-full flex-1 flex-col gap-4 px-4 py-6',
        width === 'list' ? 'max-w-table' : 'max-w-reading',
      )}
    >
      <PageHeader {...header} />
      {children}
    </div>
  );
}
