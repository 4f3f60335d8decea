import { expect, test } from 'vitest';
import { markTheme, preferredTheme, readThemePreference, THEME_KEY } from './theme.ts';

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
  for (const [systemIsDark, expected] of [
    [false, onLight],
    [true, onDark],
  ] as const) {
    markTheme(preferredTheme(readThemePreference(), systemIsDark));
    expect(document.documentElement.dataset['theme']).toBe(expected);
  }
});
