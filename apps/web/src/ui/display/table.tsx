import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useEffect, useState, type RefCallback } from 'react';

/**
 * A table of plain rows. Scrolls sideways in itself when the page is narrow, and can then be
 * reached by keyboard. `label` names it.
 */
export function Table({
  label,
  className,
  children,
}: {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const [ref, overflows] = useOverflow();
  return (
    <div
      ref={ref}
      // Text for screen readers alone is positioned absolutely: it is cut off with the rest, not
      // beside the page.
      className={clsx('relative overflow-x-auto', className)}
      // A group and not a region: the card around it is a landmark of the same name.
      {...(overflows ? { tabIndex: 0, role: 'group', 'aria-label': label } : {})}
    >
      <table aria-label={label} className="w-full border-collapse text-left text-grid">
        {children}
      </table>
    </div>
  );
}

export function TableHead({ children }: { children: ReactNode }) {
  return <thead className="border-b border-line text-muted">{children}</thead>;
}

export function TableBody({ children }: { children: ReactNode }) {
  return <tbody>{children}</tbody>;
}

export function TableRow({ className, ...rest }: ComponentProps<'tr'>) {
  return (
    <tr
      {...rest}
      className={clsx(
        'border-b border-line [tbody_&]:h-row [tbody_&]:last:border-0 [tbody_&]:hover:bg-subtle',
        className,
      )}
    />
  );
}

type Numeric = {
  /** Sets figures flush right, so that they can be compared. */
  numeric?: boolean | undefined;
};

export function TableHeaderCell({
  numeric = false,
  className,
  ...rest
}: ComponentProps<'th'> & Numeric) {
  return (
    <th
      scope="col"
      {...rest}
      className={clsx(
        'h-row-header px-3 font-medium whitespace-nowrap',
        numeric && 'text-right',
        className,
      )}
    />
  );
}

export function TableCell({ numeric = false, className, ...rest }: ComponentProps<'td'> & Numeric) {
  return (
    <td
      {...rest}
      className={clsx('px-3 py-1 whitespace-nowrap', numeric && 'text-right', className)}
    />
  );
}

/** Whether the element with this ref contains more than it can show at its width. */
function useOverflow(): [ref: RefCallback<HTMLElement>, overflows: boolean] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    if (element === null) return;
    const observer = new ResizeObserver(() =>
      setOverflows(element.scrollWidth > element.clientWidth),
    );
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, [element]);
  return [setElement, overflows];
}
