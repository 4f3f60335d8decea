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
  FileUp,
  Globe,
  Keyboard,
  ListFilter,
  LogOut,
  Monitor,
  Moon,
  Plus,
  Search,
  Settings,
  ShieldCheck,
  Trash2,
  Sun,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { viewSearch } from '../../features/accounts-grid/data/view-address.ts';
import { viewsQuery } from '../../features/accounts-grid/views/views-query.ts';
import { SETTINGS_PATH } from '../../features/own-settings/settings-address.ts';
import { readActiveWorkspace } from '../../features/workspaces/active-workspace.ts';
import { apiRequestOrThrow } from '../../lib/api/api-request.ts';
import { readList } from '../../lib/api/read-list.ts';
import { hasFeature } from '../../lib/features.ts';
import { useDebouncedValue } from '../../lib/hooks/use-debounced-value.ts';
import { useAuth } from '../../lib/session/auth-provider.tsx';
import { workspacePath } from '../../lib/workspaces/workspace-path.ts';
import { workspacesQuery } from '../../lib/workspaces/workspaces-query.ts';
import type { CommandGroup, CommandItem } from '../../ui/overlays/command-menu.tsx';
import { ADMIN_PAGES } from '../admin-pages.ts';
import { useTheme } from '../theme-provider.tsx';

const MAX_ACCOUNTS = 8;
const MAX_WORKSPACES = 8;
const MAX_VIEWS = 8;
const SEARCH_DELAY_MS = 120;

type Commands = { onShowHelp: () => void; onNewAccount: (workspace: Workspace) => void };

/** The entries of the command palette for a query: accounts, pages, a search, workspaces, actions. */
export function useCommandGroups(query: string, commands: Commands) {
  const navigate = useNavigate();
  const { user } = useAuth();
  const { data: workspaces = [] } = useQuery(workspacesQuery);
  const current = defaultWorkspace(workspaces, readActiveWorkspace(workspaces));
  const { accounts, isSearching } = useAccounts(current, query.trim());
  const views = useViews(current);
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
          link('accounts', 'Accounts', workspacePath(current), <Building2 aria-hidden />),
          ...(hasFeature('relationships')
            ? [
                link(
                  'going-quiet',
                  'Accounts Going Quiet',
                  `${workspacePath(current)}?going_quiet=true`,
                  <BellOff aria-hidden />,
                ),
                link(
                  'people-going-quiet',
                  'People Going Quiet',
                  workspacePath(current, 'people'),
                  <BellOff aria-hidden />,
                ),
              ]
            : []),
          ...(hasFeature('activity-search')
            ? [
                link(
                  'search-activities',
                  'Search Activities',
                  workspacePath(current, 'search'),
                  <Search aria-hidden />,
                ),
              ]
            : []),
          ...(hasFeature('members')
            ? [link('members', 'Members', workspacePath(current, 'members'), <Users aria-hidden />)]
            : []),
          ...(hasFeature('workspace-time-zone')
            ? [
                link(
                  'workspace-settings',
                  'Workspace Settings',
                  workspacePath(current, 'settings'),
                  <Settings aria-hidden />,
                ),
              ]
            : []),
          ...(hasFeature('account-import')
            ? [
                link(
                  'import-accounts',
                  'Import from CSV',
                  workspacePath(current, 'import-accounts'),
                  <FileUp aria-hidden />,
                ),
              ]
            : []),
          ...(hasFeature('account-changes')
            ? [
                link(
                  'deleted-accounts',
                  'Recently Deleted',
                  workspacePath(current, 'deleted-accounts'),
                  <Trash2 aria-hidden />,
                ),
              ]
            : []),
        ]),
    link('preferences', 'Import Preferences', '/import-preferences', <Globe aria-hidden />),
    link('import', 'Import Accounts', '/import-preferences/import', <Globe aria-hidden />),
    link('integrations', 'Integrations', '/integrations', <Blocks aria-hidden />),
    ...(hasFeature('own-settings')
      ? [link('settings', 'Settings', SETTINGS_PATH, <Settings aria-hidden />)]
      : []),
    ...(user?.isAdmin
      ? ADMIN_PAGES.map(([path, label]) => ({
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
    current === undefined || text === '' || !hasFeature('activity-search')
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
  const groups: CommandGroup[] = [
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
    { label: 'Search', items: searches },
    { label: 'Switch workspace', items: matching(others).slice(0, MAX_WORKSPACES) },
    { label: 'Actions', items: matching(actions) },
  ];
  return { groups, isSearching };
}

/** The saved views of a workspace; none where the server has none. */
function useViews(workspace: Workspace | undefined): SavedView[] {
  const { data } = useQuery({
    ...viewsQuery(workspace?.id ?? ''),
    enabled: workspace !== undefined && hasFeature('saved-views'),
  });
  return data?.views ?? [];
}

/** The accounts of a workspace that match; those of the query before until the next ones come. */
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
