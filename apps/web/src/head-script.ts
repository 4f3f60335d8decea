import { preloadPageData } from './app/preload-page-data.ts';
import { DARK_SCHEME_QUERY, markTheme, preferredTheme, readThemePreference } from './app/theme.ts';

// Runs before anything is painted, and before the application has come: see index.html.
markTheme(preferredTheme(readThemePreference(), matchMedia(DARK_SCHEME_QUERY).matches));
preloadPageData(window.location);
