import { clsx } from 'clsx';
import { Link, type LinkProps } from 'react-router';

type TruncatedProps = { children: string; className?: string };

/** One line of text that is truncated with …; a tooltip shows the whole text. */
export function Truncated({ children, className }: TruncatedProps) {
  return (
    <span title={children} className={clsx('block truncate', className)}>
      {children}
    </span>
  );
}

type TruncatedLinkProps = Pick<LinkProps, 'to' | 'state'> & { children: string };

/** The link of a table row to its subject. */
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
