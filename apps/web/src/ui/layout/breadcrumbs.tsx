import type { ReactNode } from 'react';

/**
 * The path to this page. Its children are `Breadcrumb`s, the last of them `current`. On a phone only
 * the first has room; the page says below what it is.
 */
export function Breadcrumbs({ children }: { children: ReactNode }) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex min-w-0 items-center text-body">{children}</ol>
    </nav>
  );
}

export type BreadcrumbProps = {
  current?: boolean | undefined;
  /** Text, a link, or a button that opens a menu. */
  children: ReactNode;
};

export function Breadcrumb({ current = false, children }: BreadcrumbProps) {
  return (
    <li
      aria-current={current ? 'page' : undefined}
      className="flex min-w-0 items-center max-sm:not-first:not-last:hidden max-sm:not-first:last:sr-only sm:not-last:max-w-[60%] not-first:before:mx-1.5 not-first:before:text-faint not-first:before:content-['/'] aria-[current=page]:font-medium not-aria-[current=page]:text-muted"
    >
      {/* The padding leaves room for the focus ring of the link inside. */}
      <span className="-m-1 min-w-0 truncate p-1 [&>a]:rounded-sm [&>a]:hover:text-ink">
        {children}
      </span>
    </li>
  );
}
