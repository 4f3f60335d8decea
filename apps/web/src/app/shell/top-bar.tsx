import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { Link } from 'react-router';
import { useWorkspaceAddress } from '#features/workspaces/use-workspace-address.ts';
import { isFullServer } from '#lib/server-level.ts';
import { productName } from '#lib/page/product-name.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { Button } from '#ui/forms/button.tsx';
import { Logo } from '#ui/layout/logo.tsx';
import { NavigationButton } from '../navigation/navigation-button.tsx';
import { hasSidebar } from '../navigation/sidebar.tsx';
import { BreadcrumbTrail } from './breadcrumb-trail.tsx';
import { ConnectionStatus } from './connection-status.tsx';
import type { Trail } from './shell-handle.ts';
import { NoticesSlot } from './notices-slot.tsx';
import { UserMenu } from './user-menu.tsx';

export function TopBar({ trail }: { trail: Trail }) {
  const { orgSlug, workspaceSlug } = useWorkspaceAddress();
  return (
    <header
      data-context={trail.context}
      className={clsx(
        'sticky top-0 z-(--layer-bar) flex h-top-bar shrink-0 items-center gap-2 border-b px-3 sm:gap-3 sm:px-4',
        trail.context === 'admin' ? 'border-admin-bar-line bg-admin-bar' : 'border-line bg-canvas',
      )}
    >
      {hasSidebar(trail) ? <NavigationButton context={trail.context} /> : null}
      <Link
        to="/"
        aria-label={[productName(), 'Home'].filter(Boolean).join(' ')}
        className="-m-1 shrink-0 rounded-md p-1"
      >
        <Logo className="size-icon-large" />
      </Link>
      <div className="min-w-0 flex-1">
        <BreadcrumbTrail trail={trail} />
      </div>
      {isFullServer() ? <ConnectionStatus /> : null}
      {orgSlug && workspaceSlug && isFullServer() ? (
        <Button asChild variant="bare" shape="square">
          <Link
            id="search-activities"
            aria-label="Search activities"
            to={workspacePath({ slug: workspaceSlug, organization: { slug: orgSlug } }, 'search')}
          >
            <Search aria-hidden />
          </Link>
        </Button>
      ) : null}
      {isFullServer() ? <NoticesSlot /> : null}
      <UserMenu />
    </header>
  );
}
