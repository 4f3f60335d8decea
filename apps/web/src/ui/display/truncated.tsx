import { clsx } from 'clsx';
import { Link, type LinkProps } from 'react-router';

type TruncatedProps = { children: string; className?: string };

/** One line of text that ends in … where there is no more room; whole when pointed at. */
export function Truncated({ children, className }: TruncatedProps) {
  return (
    <span title={children} className={clsx('block truncate', className)}>
      {children}
    </span>
  );
}

type TruncatedLinkProps = Pick<LinkProps, 'to' | 'state'> & { children: string };

/** Leads to what a row of a table is about. */
export function TruncatedLink({ children, ...link }: TruncatedLinkProps) {
  return (
    <Link
      {...link}
      title={children}
      className="block truncate rounded-sm font-medium hover:underline"
    >
      {children}
    </Link>
  );
}
