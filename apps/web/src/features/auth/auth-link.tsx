import { Link, type LinkProps } from 'react-router';

/** A link in the text of the sign-in pages. */
export function AuthLink(props: Omit<LinkProps, 'className'>) {
  return (
    <Link
      {...props}
      className="rounded-sm font-medium text-accent-ink underline-offset-2 hover:underline"
    />
  );
}
