import {
  BellOff,
  Building2,
  CalendarCheck,
  Search,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';

export type NavigationPage = {
  /** The page below the address of the workspace; an absolute path for a user's own page. */
  path: string;
  label: string;
  icon: LucideIcon;
};

/** The pages in the sidebar of a workspace, from the top. A new page of daily work gets its line here. */
export const WORKSPACE_PAGES: readonly NavigationPage[] = [
  { path: 'today', label: 'Today', icon: CalendarCheck },
  { path: 'accounts', label: 'Accounts', icon: Building2 },
  { path: 'people', label: 'People', icon: UsersRound },
  { path: 'going-quiet', label: 'Going Quiet', icon: BellOff },
  { path: 'search', label: 'Search', icon: Search },
];
