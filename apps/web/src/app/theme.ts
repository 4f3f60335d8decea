import { readJson } from '../lib/storage.ts';

export type ThemePreference = 'system' | 'light' | 'dark';
export type Theme = 'light' | 'dark';

export const DEFAULT_THEME: ThemePreference = 'system';

/** Where the preference is kept, as JSON. `public/theme.js` reads it too, before the first paint. */
export const THEME_KEY = 'ui.theme';

export const DARK_SCHEME_QUERY = '(prefers-color-scheme: dark)';

export function readThemePreference(): ThemePreference {
  return readJson(THEME_KEY, asPreference) ?? DEFAULT_THEME;
}

function asPreference(value: unknown): ThemePreference | undefined {
  return value === 'system' || value === 'light' || value === 'dark' ? value : undefined;
}

/** Puts the theme on the page: `data-theme` chooses the colours, the body bears it as a class too. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  document.body.classList.toggle('dark', theme === 'dark');
}
