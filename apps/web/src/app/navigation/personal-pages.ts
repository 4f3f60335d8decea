import { Blocks, Globe, Settings } from 'lucide-react';
import { SETTINGS_PATH } from '#features/own-settings/settings-address.ts';
import type { NavigationPage } from './workspace-pages.ts';

/** The user's own pages that bring activities into a workspace. */
export const SOURCE_PAGES: readonly NavigationPage[] = [
  { path: '/integrations', label: 'Integrations', icon: Blocks },
  { path: '/import-preferences', label: 'Import Preferences', icon: Globe },
];

/** The user's own pages, in the order of their sidebar. */
export const PERSONAL_PAGES: readonly NavigationPage[] = [
  ...SOURCE_PAGES.toReversed(),
  { path: SETTINGS_PATH, label: 'Settings', icon: Settings },
];
