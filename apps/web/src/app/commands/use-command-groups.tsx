import { limits } from '@repo/contract/limits';
import type { SavedView } from '@repo/contract/saved-views';
import type { Workspace } from '@repo/contract/workspaces';
import { defaultWorkspace } from '@repo/domain/default-workspace';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  ArrowLeftRight,
  BellOff,
  Blocks,
  Building2,
  CalendarCheck,
  FileUp,
  Globe,
  History,
  KeyRound,
  Keyboard,
  ListFilter,
  LogOut,
  Monitor,
  Moon,
  Plus,
  Search,
  Settings,
  ShieldCheck,
  Star,
  Sun,
  Trash2,
  UserRound,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { viewSearch } from '../../features/accounts-grid/data/view-address.ts';
import { viewsQuery } from '../../features/accounts-grid/views/views-query.ts';
import {
  API_KEYS_PATH,
  OWN_DATA_PATH,
  SETTINGS_PATH,
} from '../../features/own-settings/settings-address.ts';
import { readActiveWorkspace } from '../../features/workspaces/active-workspace.ts';
import { apiRequestOrThrow } from '../../lib/api/api-request.ts';
import { readList, readTexts } from '../../lib/api/read-list.ts';
import { useDebouncedValue } from '../../lib/hooks/use-debounced-value.ts';
import { useOwnAccounts, type NamedAccount } from '../../lib/own-accounts/own-accounts.ts';
import { useAuth } from '../../lib/session/auth-provider.tsx';
import { workspacePath } from '../../lib/workspaces/workspace-path.ts';
import { workspacesQuery } from '../../lib/workspaces/workspaces-query.ts';
import type { CommandGroup, CommandItem } from '../../ui/overlays/command-menu.tsx';
import { adminPages } from '../admin-pages.ts';
import { useTheme } from '../theme-provider.tsx';

const MAX_ACCOUNTS = 8;
const MAX_WORKSPACES = 8;
const MAX_VIEWS = 8;
const MAX_FAVOURITES = 8;
const MAX_PEOPLE = 5;
const SEARCH_DELAY_MS = 120;

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
    ...(current === undefined
      ? []
      : [
          link('today', 'Today', workspacePath(current, 'today'), <CalendarCheck aria-hidden />),
          link('accounts', 'Accounts', workspacePath(current), <Building2 aria-hidden />),
          link(
            'going-quiet',
            'Accounts Going Quiet',
            `${workspacePath(current)}?going_quiet=true`,
            <BellOff aria-hidden />,
          ),
          link(
            'people-going-quiet',
            'People Going Quiet',
            workspacePath(current, 'going-quiet'),
            <BellOff aria-hidden />,
          ),
          link('people', 'People', workspacePath(current, 'people'), <Users aria-hidden />),
          link(
            'search-activities',
            'Search Activities',
            workspacePath(current, 'search'),
            <Search aria-hidden />,
          ),
          link('members', 'Members', workspacePath(current, 'members'), <Users aria-hidden />),
          link(
            'workspace-settings',
            'Workspace Settings',
            workspacePath(current, 'settings'),
            <Settings aria-hidden />,
          ),
          link(
            'import-accounts',
            'Import from CSV',
            workspacePath(current, 'import-accounts'),
            <FileUp aria-hidden />,
          ),
          link(
            'deleted-accounts',
            'Recently Deleted',
            workspacePath(current, 'deleted-accounts'),
            <Trash2 aria-hidden />,
          ),
        ]),
    link('preferences', 'Import Preferences', '/import-preferences', <Globe aria-hidden />),
    link('import', 'Import Accounts', '/import-preferences/import', <Globe aria-hidden />),
    link('integrations', 'Integrations', '/integrations', <Blocks aria-hidden />),
    link('settings', 'Settings', SETTINGS_PATH, <Settings aria-hidden />),
    link('api-keys', 'API Keys', API_KEYS_PATH, <KeyRound aria-hidden />),
    link('your-data', 'Your Data', OWN_DATA_PATH, <UserRound aria-hidden />),
    ...(user?.isAdmin
      ? adminPages().map(([path, label]) => ({
          ...link(path, label, path, <ShieldCheck aria-hidden />),
          hint: 'Admin',
        }))
      : []),
  ];
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

/** The people of a workspace who match. */
function usePeople(workspace: Workspace | undefined, query: string) {
  const search = useDebouncedValue(query, SEARCH_DELAY_MS);
  const isWanted = workspace !== undefined && query !== '' && search !== '';
  const { data } = useQuery({
    queryKey: ['people', 'palette', workspace?.id, search],
    enabled: isWanted,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const found = await apiRequestOrThrow('GET /api/workspaces/{workspaceId}/people', {
        params: { workspaceId: workspace?.id ?? '' },
        query: { search, limit: MAX_PEOPLE },
        signal,
      });
      return readList(found.people, 'people', ({ id }) => id !== '', {
        id: 'id',
        name: 'text',
      }).map(({ addresses, accounts, ...person }) => ({
        ...person,
        addresses: readTexts(addresses, 'addresses'),
        accounts: readTexts(accounts, 'accounts'),
      }));
    },
    gcTime: limits.requestTimeout,
  });
  return isWanted ? (data ?? []) : [];
}

/** The saved views of a workspace. */
function useViews(workspace: Workspace | undefined): SavedView[] {
  const { data } = useQuery({
    ...viewsQuery(workspace?.id ?? ''),
    enabled: workspace !== undefined,
  });
  return data?.views ?? [];
}

/** The matching accounts of a workspace; those of the previous query until the next ones arrive. */
function useAccounts(workspace: Workspace | undefined, query: string) {
  const search = useDebouncedValue(query, SEARCH_DELAY_MS);
  const isWanted = workspace !== undefined && query !== '' && search !== '';
  const { data, isFetching } = useQuery({
    queryKey: ['palette-accounts', workspace?.id, search],
    enabled: isWanted,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const found = await apiRequestOrThrow('GET /api/workspaces/{workspaceId}/accounts', {
        params: { workspaceId: workspace?.id ?? '' },
        query: { search, limit: MAX_ACCOUNTS },
        signal,
      });
      return readList(found.accounts, 'accounts', ({ id, name }) => id !== '' && name !== '', {
        id: 'id',
        name: 'text',
        domain: 'text',
      });
    },
    gcTime: limits.requestTimeout,
  });
  return {
    accounts: isWanted ? (data ?? []) : [],
    isSearching: query !== search || (isWanted && isFetching),
  };
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
