import {
  createContext,
  use,
  useCallback,
  useLayoutEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { onStorageChange, writeJson } from '#lib/storage.ts';
import { useMediaQuery } from '#lib/hooks/use-media-query.ts';
import {
  applyTheme,
  DARK_SCHEME_QUERY,
  preferredTheme,
  readThemePreference,
  THEME_KEY,
  type Theme,
  type ThemePreference,
} from './theme.ts';

type ThemeContextValue = {
  /** The user's choice. */
  preference: ThemePreference;
  setPreference: (preference: ThemePreference) => void;
  /** The theme that is applied now. */
  theme: Theme;
};

const ThemeContext = createContext<ThemeContextValue | undefined>(undefined);

/** Applies the chosen theme, follows the system as it changes, and syncs with other tabs. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [preference, setState] = useState(readThemePreference);
  const theme = preferredTheme(preference, useMediaQuery(DARK_SCHEME_QUERY));

  useLayoutEffect(() => applyTheme(theme), [theme]);
  useLayoutEffect(() => onStorageChange(THEME_KEY, () => setState(readThemePreference())), []);

  const setPreference = useCallback((next: ThemePreference) => {
    writeJson(THEME_KEY, next);
    setState(next);
  }, []);

  const value = useMemo(
    () => ({ preference, setPreference, theme }),
    [preference, setPreference, theme],
  );
  return <ThemeContext value={value}>{children}</ThemeContext>;
}

/** The theme and its control. Throws outside `ThemeProvider`. */
export function useTheme(): ThemeContextValue {
  const value = use(ThemeContext);
  if (value === undefined) {
    throw new Error('useTheme was called outside ThemeProvider. Render the component inside it.');
  }
  return value;
}
