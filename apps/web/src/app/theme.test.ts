import { afterEach, expect, test, vi } from 'vitest';
// The script that runs before the first paint, as the server sends it.
import script from '../../public/theme.js?raw';
import { readThemePreference, THEME_KEY } from './theme.ts';

afterEach(() => vi.restoreAllMocks());

const STORED = [undefined, '"system"', '"light"', '"dark"', '"purple"', '{', 'null'];

test.each(STORED.flatMap((stored) => [true, false].map((dark) => ({ stored, dark }))))(
  'the script before the first paint and the application agree: $stored, system dark: $dark',
  ({ stored, dark }) => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: dark } as MediaQueryList);
    if (stored !== undefined) localStorage.setItem(THEME_KEY, stored);
    document.documentElement.dataset['theme'] = 'untouched';

    // oxlint-disable-next-line no-new-func
    new Function(script)();

    const preference = readThemePreference();
    const expected = preference === 'system' ? (dark ? 'dark' : 'light') : preference;
    expect(document.documentElement.dataset['theme']).toBe(expected);
  },
);
