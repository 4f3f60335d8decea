import { Building2, DatabaseZap, FolderKanban, ScrollText, Users } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';

const PAGES = [
  ['/admin/users', 'Users', Users],
  ['/admin/organizations', 'Organizations', Building2],
  ['/admin/workspaces', 'Workspaces', FolderKanban],
  ['/admin/audit', 'Audit Log', ScrollText],
  ['/admin/reset-user-data', 'Reset User Data', DatabaseZap],
] as const;

/** The pages of the administration beside each other: in a sidebar, or in a row where it is narrow. */
export function AdminLayout({ children }: { children: ReactNode }) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useLayoutEffect(() => {
    // In a row that is wider than the window.
    const current = nav.current?.querySelector('[aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname]);
  return (
    <div className="flex min-w-0 flex-1 flex-col lg:flex-row">
      <nav
        ref={nav}
        aria-label="Administration"
        className="border-line max-lg:border-b lg:sticky lg:top-top-bar lg:h-page lg:w-sidebar lg:shrink-0 lg:border-r"
      >
        <ul className="flex gap-1 p-2 max-lg:overflow-x-auto lg:flex-col lg:p-3">
          {PAGES.map(([path, label, Icon]) => (
            <li key={path} className="shrink-0">
              <NavLink
                to={path}
                className="flex h-8 items-center gap-2 rounded-md px-2 text-body whitespace-nowrap text-muted transition-colors focus-visible:-outline-offset-2 aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink hoverable:bg-hover hoverable:text-ink"
              >
                <Icon aria-hidden className="size-icon-small shrink-0" />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex min-w-0 flex-1 flex-col">{children}</div>
    </div>
  );
}
