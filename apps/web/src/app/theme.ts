import { readJson } from '#lib/storage.ts';

export type ThemePreference = 'system' | 'light' | 'dark';
export type Theme = 'light' | 'dark';

export const DEFAULT_THEME: ThemePreference = 'system';

/** The storage key of the preference, which is JSON. */
export const THEME_KEY = 'ui.theme';

export const DARK_SCHEME_QUERY = '(prefers-color-scheme: dark)';

export function readThemePreference(): ThemePreference {
  return readJson(THEME_KEY, asPreference) ?? DEFAULT_THEME;
}

function asPreference(value: unknown): ThemePreference | undefined {
  return value === 'system' || value === 'light' || value === 'dark' ? value : undefined;
}

/** Resolves a preference to a theme, given whether the system's color scheme is dark. */
export function preferredTheme(preference: ThemePreference, systemIsDark: boolean): Theme {
  if (preference !== 'system') return preference;
  return systemIsDark ? 'dark' : 'light';
}

/** Chooses the colours. */
export function markTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
}

/** Puts the theme on the page: besides the colours, the body bears it as a class. */
export function applyTheme(theme: Theme): void {
  markTheme(theme);
  document.body.classList.toggle('dark', theme === 'dark');
}
