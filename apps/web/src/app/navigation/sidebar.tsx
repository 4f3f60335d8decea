import { clsx } from 'clsx';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { isFullServer } from '#lib/server-level.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import type { BreadcrumbContext, Trail } from '../shell/shell-handle.ts';
import { PersonalPageLinks, WorkspaceLinks } from './sidebar-links.tsx';
import { useSidebarWidth } from './sidebar-state.ts';

/** Whether a page has this sidebar. The administration has its own, and the way home has none. */
export const hasSidebar = ({ context, crumbs }: Trail): boolean =>
  isFullServer() && (context === 'workspace' || (context === 'user' && crumbs.length > 0));

/** The way to all pages, beside the page. On a narrow window `NavigationDrawer` shows the same. */
export function Sidebar({ context }: { context: BreadcrumbContext }) {
  const [width, choose] = useSidebarWidth();
  const iconOnly = width === 'icons';
  return (
    <div
      className={clsx(
        'sticky top-top-bar flex h-page shrink-0 flex-col border-r border-line bg-subtle max-md:hidden',
        iconOnly ? 'w-navigation-icons' : 'w-navigation',
      )}
    >
      <SidebarNavigation context={context} iconOnly={iconOnly} />
      <div className={clsx('flex border-t border-line p-2', !iconOnly && 'justify-end')}>
        <IconButton
          label={iconOnly ? 'Expand sidebar' : 'Collapse sidebar'}
          icon={iconOnly ? <PanelLeftOpen /> : <PanelLeftClose />}
          aria-expanded={!iconOnly}
          onClick={() => choose(iconOnly ? 'labels' : 'icons')}
        />
      </div>
    </div>
  );
}

type NavigationProps = { context: BreadcrumbContext; iconOnly?: boolean };

export function SidebarNavigation({ context, iconOnly = false }: NavigationProps) {
  return (
    <nav
      aria-label={context === 'workspace' ? 'Main' : 'Your pages'}
      className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-2"
    >
      {context === 'workspace' ? (
        <WorkspaceLinks iconOnly={iconOnly} />
      ) : (
        <PersonalPageLinks iconOnly={iconOnly} />
      )}
    </nav>
  );
}
