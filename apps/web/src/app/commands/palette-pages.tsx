import type { Workspace } from '@repo/contract/workspaces';
import {
  BellOff,
  Blocks,
  Building2,
  CalendarCheck,
  FileUp,
  Globe,
  KeyRound,
  Search,
  Settings,
  ShieldCheck,
  Tag,
  Trash2,
  UserRound,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import {
  API_KEYS_PATH,
  OWN_DATA_PATH,
  SETTINGS_PATH,
} from '#features/own-settings/settings-address.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { adminPages } from '../admin-pages.ts';

/** A page that the command palette opens. */
export interface PalettePage {
  id: string;
  label: string;
  path: string;
  icon: ReactNode;
  hint?: string;
}

/** The pages of a workspace, in the order of the sidebar. */
export const workspacePages = (workspace: Workspace): PalettePage[] => [
  {
    id: 'today',
    label: 'Today',
    path: workspacePath(workspace, 'today'),
    icon: <CalendarCheck aria-hidden />,
  },
  {
    id: 'accounts',
    label: 'Accounts',
    path: workspacePath(workspace),
    icon: <Building2 aria-hidden />,
  },
  {
    id: 'going-quiet',
    label: 'Accounts Going Quiet',
    path: `${workspacePath(workspace)}?going_quiet=true`,
    icon: <BellOff aria-hidden />,
  },
  {
    id: 'people-going-quiet',
    label: 'People Going Quiet',
    path: workspacePath(workspace, 'going-quiet'),
    icon: <BellOff aria-hidden />,
  },
  {
    id: 'people',
    label: 'People',
    path: workspacePath(workspace, 'people'),
    icon: <Users aria-hidden />,
  },
  {
    id: 'search-activities',
    label: 'Search Activities',
    path: workspacePath(workspace, 'search'),
    icon: <Search aria-hidden />,
  },
  {
    id: 'members',
    label: 'Members',
    path: workspacePath(workspace, 'members'),
    icon: <Users aria-hidden />,
  },
  {
    id: 'workspace-settings',
    label: 'Workspace Settings',
    path: workspacePath(workspace, 'settings'),
    icon: <Settings aria-hidden />,
  },
  {
    id: 'import-accounts',
    label: 'Import from CSV',
    path: workspacePath(workspace, 'import-accounts'),
    icon: <FileUp aria-hidden />,
  },
  {
    id: 'tags',
    label: 'Tags',
    path: workspacePath(workspace, 'tags'),
    icon: <Tag aria-hidden />,
  },
  {
    id: 'deleted-accounts',
    label: 'Recently Deleted',
    path: workspacePath(workspace, 'deleted-accounts'),
    icon: <Trash2 aria-hidden />,
  },
];

/** The pages of a user, whatever the workspace. */
export const userPages = (): PalettePage[] => [
  {
    id: 'preferences',
    label: 'Import Preferences',
    path: '/import-preferences',
    icon: <Globe aria-hidden />,
  },
  {
    id: 'import',
    label: 'Import Accounts',
    path: '/import-preferences/import',
    icon: <Globe aria-hidden />,
  },
  {
    id: 'integrations',
    label: 'Integrations',
    path: '/integrations',
    icon: <Blocks aria-hidden />,
  },
  { id: 'settings', label: 'Settings', path: SETTINGS_PATH, icon: <Settings aria-hidden /> },
  { id: 'api-keys', label: 'API Keys', path: API_KEYS_PATH, icon: <KeyRound aria-hidden /> },
  { id: 'your-data', label: 'Your Data', path: OWN_DATA_PATH, icon: <UserRound aria-hidden /> },
];

export const administrationPages = (): PalettePage[] =>
  adminPages().map(([path, label]) => ({
    id: path,
    label,
    path,
    icon: <ShieldCheck aria-hidden />,
    hint: 'Admin',
  }));
