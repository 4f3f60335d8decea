import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, type UIEvent, useEffect, useState } from 'react';

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
  const { ref, overflows, isAtEnd, onScroll } = useOverflow();
  return (
    <div
      ref={ref}
      // Text for screen readers alone is positioned absolutely: it is cut off with the rest, not
      // beside the page.
      onScroll={onScroll}
      // The fading edge says that there is more, where a browser shows no scroll bar.
      className={clsx(
        'relative overflow-x-auto',
        !isAtEnd && 'mask-r-from-[calc(100%-2.5rem)]',
        className,
      )}
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

/** Whether the element with this ref contains more than it can show at its width, and shows the end of it. */
function useOverflow() {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [overflow, setOverflow] = useState({ overflows: false, isAtEnd: true });
  useEffect(() => {
    if (element === null) return;
    const observer = new ResizeObserver(() => setOverflow(overflowOf(element)));
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, [element]);
  const onScroll = (event: UIEvent<HTMLElement>) => {
    const next = overflowOf(event.currentTarget);
    setOverflow((now) => (now.isAtEnd === next.isAtEnd ? now : next));
  };
  return { ref: setElement, ...overflow, onScroll };
}

function overflowOf({ scrollWidth, clientWidth, scrollLeft }: HTMLElement) {
  const hidden = scrollWidth - clientWidth;
  // Positions are fractions of pixels where the page is zoomed, and negative from right to left.
  return { overflows: hidden > 0, isAtEnd: Math.abs(scrollLeft) >= hidden - 1 };
}
