import type { ServerLevel } from '@repo/contract/server-level';
import { useQuery } from '@tanstack/react-query';
import {
  Activity,
  Building2,
  DatabaseZap,
  FolderKanban,
  PlugZap,
  ScrollText,
  Users,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { readInstant } from '#lib/time/read-instant.ts';
import { readList } from '#lib/api/read-list.ts';
import { isFullServer, isOffered } from '#lib/server-level.ts';
import { areResetsAllowed } from '#lib/user-data-resets.ts';
import { formatExactTime } from '#lib/time/relative-time.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { adminKeys } from './admin-keys.ts';

const RESET_PAGE = '/admin/reset-user-data';

const PAGES = [
  ['/admin/users', 'Users', Users],
  ['/admin/organizations', 'Organizations', Building2],
  ['/admin/workspaces', 'Workspaces', FolderKanban],
  ['/admin/connections', 'Connections', PlugZap, 'full'],
  ['/admin/audit', 'Audit Log', ScrollText, 'full'],
  ['/admin/status', 'Status', Activity, 'full'],
  [RESET_PAGE, 'Reset User Data', DatabaseZap],
] as const satisfies readonly (readonly [string, string, LucideIcon, ServerLevel?])[];

/**
 * The pages of the administration beside each other: in a sidebar, or in rows where it is narrow.
 */
export function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-1 flex-col lg:flex-row">
      <nav
        aria-label="Administration"
        className="border-line max-lg:border-b lg:sticky lg:top-top-bar lg:h-page lg:w-sidebar lg:shrink-0 lg:border-r"
      >
        <ul className="flex gap-1 p-2 max-lg:flex-wrap lg:flex-col lg:p-3">
          {offeredPages().map(([path, label, Icon]) => (
            <li key={path} className="shrink-0">
              <PageLink path={path}>
                <Icon aria-hidden className="size-icon-small shrink-0" />
                {label}
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex min-w-0 flex-1 flex-col">
        {isFullServer() ? <ProviderProblems /> : null}
        {children}
      </div>
    </div>
  );
}

const offeredPages = () =>
  PAGES.filter(
    ([path, , , level]) => isOffered(level) && (path !== RESET_PAGE || areResetsAllowed()),
  );

function PageLink({ path, children }: { path: string; children: ReactNode }) {
  return (
    <NavLink
      to={path}
      className="flex h-8 items-center gap-2 rounded-md px-2 text-body whitespace-nowrap text-muted transition-colors focus-visible:-outline-offset-2 aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink hoverable:bg-hover hoverable:text-ink"
    >
      {children}
    </NavLink>
  );
}

const REFRESH_INTERVAL_MS = 60_000;

const CONSEQUENCE = 'Connections stay active, and syncs resume automatically.';

/**
 * Warns administrators that a provider refuses this server itself. Nothing is shown while there is
 * no such problem, or where the request fails: the pages below do not depend on it.
 */
function ProviderProblems() {
  const { data } = useQuery({
    queryKey: adminKeys.providerProblems,
    queryFn: ({ signal }) => apiRequestOrThrow('GET /api/admin/provider-problems', { signal }),
    refetchInterval: REFRESH_INTERVAL_MS,
  });
  const problems = readList(data?.problems, 'problems of providers', undefined, {
    grantor: 'text',
    message: 'text',
  });
  if (problems.length === 0) return null;
  return (
    <div className="mx-auto flex w-full max-w-table flex-col gap-2 px-4 pt-6">
      {problems.map(({ grantor, message, since }) => (
        <Banner key={grantor} kind="error">
          {[message, sinceText(since), CONSEQUENCE].filter((part) => part !== '').join(' ')}
        </Banner>
      ))}
    </div>
  );
}

function sinceText(since: unknown): string {
  const instant = readInstant(since);
  return instant === undefined ? '' : `Since ${formatExactTime(instant)}.`;
}
