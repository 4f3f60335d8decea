import { Building2 } from 'lucide-react';
import { Link } from 'react-router';
import { apiUrl } from '#lib/api/api-url.ts';
import { useIsScrollSettled } from '#ui/data-grid/scroll/scroll-speed.ts';
import { Favicon } from '#ui/display/favicon.tsx';
import type { Account } from '../data/account.ts';
import type { AccountColumn } from './account-column.ts';

/** Pixels: a narrow letter, so that every cut name has its hint, and the icon's width. */
const LETTER_WIDTH = 6;
const ICON_WIDTH = 48;

export const nameColumn: AccountColumn = {
  label: 'Account',
  icon: <Building2 />,
  access: 'EDITABLE',
  width: 200,
  cell: (account, accountPath) => <AccountCell account={account} path={accountPath(account.id)} />,
  wholeCell: (account, accountPath) => (
    <WholeAccountCell account={account} path={accountPath(account.id)} />
  ),
  hint: ({ name, domain }, _, width) =>
    name.length * LETTER_WIDTH > width - ICON_WIDTH
      ? [name, domain].filter(Boolean).join('\n')
      : undefined,
  sort: { by: 'name', key: ({ name }) => name },
};

type AccountCellProps = { account: Account; path: string };

function AccountCell({ account, path }: AccountCellProps) {
  const isLookedAt = useIsScrollSettled();
  return (
    <span className="flex items-center gap-2">
      <Favicon name={account.name} src={isLookedAt ? faviconAddress(account) : undefined} />
      <AccountLink account={account} path={path} className="truncate" />
    </span>
  );
}

/** The whole name, and under it the domain. */
function WholeAccountCell({ account, path }: AccountCellProps) {
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <Favicon name={account.name} src={faviconAddress(account)} className="mt-0.5 self-start" />
      <span className="min-w-0">
        <AccountLink account={account} path={path} />
        {account.domain === undefined ? null : (
          <span className="ml-2 text-faint">{account.domain}</span>
        )}
      </span>
    </span>
  );
}

export function AccountLink({
  account,
  path,
  className,
}: AccountCellProps & { className?: string }) {
  return (
    <Link
      to={path}
      tabIndex={-1}
      dir="auto"
      className={`font-medium underline-offset-2 hover:underline ${className ?? ''}`}
    >
      {account.name}
    </Link>
  );
}

/** The server's own icons have a path; anything else is taken as it is. */
export function faviconAddress({ faviconUrl }: Account): string | undefined {
  return faviconUrl?.startsWith('/') ? apiUrl(faviconUrl) : faviconUrl;
}
