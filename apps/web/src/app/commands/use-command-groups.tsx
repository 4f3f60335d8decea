import type { Workspace } from '@repo/contract/workspaces';
import { defaultWorkspace } from '@repo/domain/default-workspace';
import { useQuery } from '@tanstack/react-query';
import {
  ArrowLeftRight,
  Building2,
  History,
  Keyboard,
  ListFilter,
  LogOut,
  Monitor,
  Moon,
  Plus,
  Search,
  Star,
  Sun,
  UserRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { viewSearch } from '#features/accounts-grid/data/view-address.ts';
import { readActiveWorkspace } from '#features/workspaces/active-workspace.ts';
import { useOwnAccounts, type NamedAccount } from '#lib/own-accounts/own-accounts.ts';
import { useAuth } from '#lib/session/auth-provider.tsx';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { workspacesQuery } from '#lib/workspaces/workspaces-query.ts';
import type { CommandGroup, CommandItem } from '#ui/overlays/command-menu.tsx';
import { useTheme } from '../theme-provider.tsx';
import { administrationPages, userPages, workspacePages } from './palette-pages.tsx';
import { useAccounts, usePeople, useViews } from './palette-search.ts';

const MAX_WORKSPACES = 8;
const MAX_VIEWS = 8;
const MAX_FAVOURITES = 8;

type Commands = { onShowHelp: () => void; onNewAccount: (workspace: Workspace) => void };

/** The entries of the command palette for a query: accounts, pages, a search, workspaces, actions. */
export function useCommandGroups(query: string, commands: Commands) {
  const navigate = useNavigate();
  const { user } = useAuth();
  const { data } = useQuery(workspacesQuery);
  const workspaces = data ?? [];
  const current = defaultWorkspace(workspaces, readActiveWorkspace(data));
  const { accounts, isSearching } = useAccounts(current, query.trim());
  const views = useViews(current);
  const own = useOwnAccounts(current?.id);
  const people = usePeople(current, query.trim());
  const actions = useActions(current, commands);

  const link = (id: string, label: string, to: string, icon: ReactNode): CommandItem => ({
    id,
    label,
    icon,
    onSelect: () => void navigate(to),
  });
  const pages = [
    ...(current === undefined ? [] : workspacePages(current)),
    ...userPages(),
    ...(user?.isAdmin ? administrationPages() : []),
  ].map(({ id, label, path, icon, hint }) => ({ ...link(id, label, path, icon), hint }));
  const others = workspaces.map((workspace) => ({
    ...link(workspace.id, workspace.name, workspacePath(workspace), <ArrowLeftRight aria-hidden />),
    hint: workspace.organization.name,
  }));
  const text = query.trim();
  const searches =
    current === undefined || text === ''
      ? []
      : [
          {
            ...link(
              'search-for',
              `Search activities for “${text}”`,
              `${workspacePath(current, 'search')}?${new URLSearchParams({ q: text })}`,
              <Search aria-hidden />,
            ),
            hint: current.name,
          },
        ];
  const matching = (items: readonly CommandItem[]) => items.filter(matches(query));
  const accountLink = (group: string, icon: ReactNode) => (account: NamedAccount) =>
    link(
      `${group} ${account.id}`,
      account.name,
      current ? workspacePath(current, `accounts/${encodeURIComponent(account.id)}`) : '/',
      icon,
    );
  const groups: CommandGroup[] = [
    {
      label: 'Recently opened',
      items: text === '' ? own.recent.map(accountLink('recent', <History aria-hidden />)) : [],
    },
    {
      label: 'Favourites',
      items: matching(own.favourites.map(accountLink('favourite', <Star aria-hidden />))).slice(
        0,
        MAX_FAVOURITES,
      ),
    },
    {
      label: `Accounts in ${current?.name ?? ''}`,
      items: accounts.map(({ id, name, domain }) => ({
        ...link(
          id,
          name,
          current ? workspacePath(current, `accounts/${encodeURIComponent(id)}`) : '/',
          <Building2 aria-hidden />,
        ),
        hint: domain,
      })),
    },
    {
      label: `People in ${current?.name ?? ''}`,
      items: people.map(({ id, name, addresses, accounts: companies }) => ({
        ...link(
          id,
          name || (addresses[0] ?? ''),
          current ? workspacePath(current, `people/${encodeURIComponent(id)}`) : '/',
          <UserRound aria-hidden />,
        ),
        hint: companies[0],
      })),
    },
    { label: 'Pages', items: matching(pages) },
    {
      label: 'Views',
      items: matching(
        views.map((view) => ({
          ...link(
            view.id,
            view.name,
            `${current === undefined ? '/' : workspacePath(current)}${viewSearch(view)}`,
            <ListFilter aria-hidden />,
          ),
          hint: view.isOwn ? undefined : view.owner?.name,
        })),
      ).slice(0, MAX_VIEWS),
    },
    { label: 'Switch workspace', items: matching(others).slice(0, MAX_WORKSPACES) },
    { label: 'Actions', items: matching(actions) },
    // Last, since it matches whatever is typed, and Enter takes the first item.
    { label: 'Search', items: searches },
  ];
  return { groups, isSearching };
}

function useActions(
  current: Workspace | undefined,
  { onShowHelp, onNewAccount }: Commands,
): CommandItem[] {
  const { signOut } = useAuth();
  const { setPreference } = useTheme();
  return [
    ...(current === undefined
      ? []
      : [
          {
            id: 'new-account',
            label: 'New Account',
            hint: current.name,
            icon: <Plus aria-hidden />,
            onSelect: () => onNewAccount(current),
          },
        ]),
    {
      id: 'help',
      label: 'Keyboard Shortcuts',
      icon: <Keyboard aria-hidden />,
      onSelect: onShowHelp,
    },
    {
      id: 'light',
      label: 'Use Light Theme',
      icon: <Sun aria-hidden />,
      onSelect: () => setPreference('light'),
    },
    {
      id: 'dark',
      label: 'Use Dark Theme',
      icon: <Moon aria-hidden />,
      onSelect: () => setPreference('dark'),
    },
    {
      id: 'system',
      label: 'Use System Theme',
      icon: <Monitor aria-hidden />,
      onSelect: () => setPreference('system'),
    },
    { id: 'sign-out', label: 'Sign Out', icon: <LogOut aria-hidden />, onSelect: signOut },
  ];
}

/** Each word of the query begins a word of the label or the hint. */
function matches(query: string): (item: CommandItem) => boolean {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  return ({ label, hint = '' }) => {
    const words = `${label} ${hint}`.toLowerCase().split(/\s+/);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  };
}
