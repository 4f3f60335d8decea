import type { SavedView } from '@repo/contract/saved-views';
import type { Workspace } from '@repo/contract/workspaces';
import { defaultWorkspace } from '@repo/domain/default-workspace';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ListFilter, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { savedViewIn } from '#features/accounts-grid/data/accounts-view.ts';
import { viewSearch } from '#features/accounts-grid/data/view-address.ts';
import { viewsQuery } from '#features/accounts-grid/views/views-query.ts';
import { readActiveWorkspace } from '#features/workspaces/active-workspace.ts';
import { findWorkspace } from '#features/workspaces/find-workspace.ts';
import { useWorkspaceAddress } from '#features/workspaces/use-workspace-address.ts';
import { useIsSettled } from '#lib/hooks/use-is-settled.ts';
import { useOwnAccounts } from '#lib/own-accounts/own-accounts.ts';
import { DEFAULT_WORKSPACE_PAGE, workspacePath } from '#lib/workspaces/workspace-path.ts';
import { workspacesQuery } from '#lib/workspaces/workspaces-query.ts';
import { PERSONAL_PAGES, SOURCE_PAGES } from './personal-pages.ts';
import { SidebarLink } from './sidebar-link.tsx';
import { useNeedsAttention } from './use-needs-attention.ts';
import { WORKSPACE_PAGES, type NavigationPage } from './workspace-pages.ts';

type Props = { iconOnly: boolean };

/** More would make the sidebar a list to search in; the menu of views has them all. */
const MAX_VIEWS = 50;

/** The palette finds the others. */
const MAX_FAVOURITES = 50;

/**
 * The pages of the workspace that the address names, its views, and where its activities come from. An address that
 * leads to no workspace shows the user's own pages, so that there is a way on.
 */
export function WorkspaceLinks({ iconOnly }: Props) {
  const address = useWorkspaceAddress();
  const { data: workspaces } = useQuery(workspacesQuery);
  const workspace = findWorkspace(workspaces, address);
  const views = useViews(workspace);
  const favourites = useOwnAccounts(workspace?.id).favourites.slice(0, MAX_FAVOURITES);
  const { pathname, search } = useLocation();
  const { orgSlug: slugOfOrganization = '', workspaceSlug: slug = '' } = address;
  const pathOf = (page: string) =>
    workspacePath({ slug, organization: { slug: slugOfOrganization } }, page);
  const isOnGrid = pathname === pathOf(DEFAULT_WORKSPACE_PAGE);
  const openViewId = isOnGrid ? savedViewIn(new URLSearchParams(search)) : undefined;
  const openView = views.find(({ id }) => id === openViewId);
  const favouritePath = (id: string) =>
    pathOf(`${DEFAULT_WORKSPACE_PAGE}/${encodeURIComponent(id)}`);
  const openFavourite = favourites.find(({ id }) => isWithin(pathname, favouritePath(id)));
  if (workspaces !== undefined && workspace === undefined) {
    return <PersonalPageLinks iconOnly={iconOnly} />;
  }
  return (
    <>
      <LinkList label="Workspace">
        {WORKSPACE_PAGES.map(({ path, label, icon }) => (
          <SidebarLink
            key={path}
            to={pathOf(path)}
            label={label}
            icon={icon}
            iconOnly={iconOnly}
            current={
              isWithin(pathname, pathOf(path)) &&
              openView === undefined &&
              openFavourite === undefined
            }
          />
        ))}
      </LinkList>
      {iconOnly || favourites.length === 0 ? null : (
        <LinkList label="Favourites" isLabelShown>
          {favourites.map((favourite) => (
            <SidebarLink
              key={favourite.id}
              to={favouritePath(favourite.id)}
              label={favourite.name}
              icon={Star}
              iconOnly={false}
              current={favourite === openFavourite}
            />
          ))}
        </LinkList>
      )}
      {iconOnly || views.length === 0 ? null : (
        <LinkList label="Views" isLabelShown>
          {views.map((view) => (
            <SidebarLink
              key={view.id}
              to={`${pathOf(DEFAULT_WORKSPACE_PAGE)}${viewSearch(view)}`}
              label={view.name}
              icon={ListFilter}
              iconOnly={false}
              current={view === openView}
            />
          ))}
        </LinkList>
      )}
      <LinkList label="Sources" className="mt-auto pt-4">
        <PersonalLinks pages={SOURCE_PAGES} iconOnly={iconOnly} />
      </LinkList>
    </>
  );
}

/** The user's own pages, and the way back to the workspace that they came from. */
export function PersonalPageLinks({ iconOnly }: Props) {
  const { data: workspaces } = useQuery(workspacesQuery);
  const workspace = workspaces && defaultWorkspace(workspaces, readActiveWorkspace(workspaces));
  return (
    <>
      {workspace === undefined ? null : (
        <LinkList label="Workspace">
          <SidebarLink
            to={workspacePath(workspace)}
            label={`Back to ${workspace.name}`}
            icon={ArrowLeft}
            iconOnly={iconOnly}
            current={false}
          />
        </LinkList>
      )}
      <LinkList label="Your pages">
        <PersonalLinks pages={PERSONAL_PAGES} iconOnly={iconOnly} />
      </LinkList>
    </>
  );
}

function PersonalLinks({ pages, iconOnly }: Props & { pages: readonly NavigationPage[] }) {
  const needsAttention = useNeedsAttention();
  const { pathname } = useLocation();
  const current = pages
    .filter(({ path }) => isWithin(pathname, path))
    .toSorted((one, other) => other.path.length - one.path.length)[0];
  return pages.map((page) => (
    <SidebarLink
      key={page.path}
      to={page.path}
      label={page.label}
      icon={page.icon}
      iconOnly={iconOnly}
      current={page === current}
      attention={
        page.path === '/integrations' && needsAttention
          ? 'A connection needs your attention'
          : undefined
      }
    />
  ));
}

type ListProps = {
  label: string;
  isLabelShown?: boolean;
  className?: string;
  children: ReactNode;
};

function LinkList({ label, isLabelShown = false, className = '', children }: ListProps) {
  return (
    <section aria-label={label} className={className}>
      {isLabelShown ? (
        <h2 className="px-2 pb-1 text-grid font-medium text-faint">{label}</h2>
      ) : null}
      <ul className="flex flex-col gap-0.5">{children}</ul>
    </section>
  );
}

/** The saved views of a workspace, requested after the page's own data. */
function useViews(workspace: Workspace | undefined): readonly SavedView[] {
  const isSettled = useIsSettled();
  const { data } = useQuery({
    ...viewsQuery(workspace?.id ?? ''),
    enabled: workspace !== undefined && isSettled,
  });
  return data?.views.slice(0, MAX_VIEWS) ?? [];
}

const isWithin = (pathname: string, path: string) =>
  pathname === path || pathname.startsWith(`${path}/`);
