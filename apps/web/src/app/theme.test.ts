import { afterEach, expect, test, vi } from 'vitest';
import { markTheme, preferredTheme, readThemePreference, THEME_KEY } from './theme.ts';

afterEach(() => vi.restoreAllMocks());

test.each([
  { stored: undefined, onLight: 'light', onDark: 'dark' },
  { stored: '"system"', onLight: 'light', onDark: 'dark' },
  { stored: '"light"', onLight: 'light', onDark: 'light' },
  { stored: '"dark"', onLight: 'dark', onDark: 'dark' },
  { stored: '"purple"', onLight: 'light', onDark: 'dark' },
  { stored: '{', onLight: 'light', onDark: 'dark' },
  { stored: 'null', onLight: 'light', onDark: 'dark' },
])('what is stored is $stored', ({ stored, onLight, onDark }) => {
  if (stored !== undefined) localStorage.setItem(THEME_KEY, stored);
  for (const [matches, expected] of [
    [false, onLight],
    [true, onDark],
  ] as const) {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches } as MediaQueryList);
    markTheme(preferredTheme(readThemePreference()));
    expect(document.documentElement.dataset['theme']).toBe(expected);
  }
});
