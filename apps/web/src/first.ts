import { askEarlyFor } from './app/ask-early.ts';
import { markTheme, preferredTheme, readThemePreference } from './app/theme.ts';

// Runs before anything is painted, and before the application has come: see index.html.
markTheme(preferredTheme(readThemePreference()));
askEarlyFor(window.location);
