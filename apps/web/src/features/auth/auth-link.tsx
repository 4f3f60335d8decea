import { Link, type LinkProps } from 'react-router';

export function AuthLink(props: Omit<LinkProps, 'className'>) {
  return (
    <Link
      {...props}
      className="rounded-sm font-medium text-accent-ink underline-offset-2 hover:underline"
    />
  );
}
