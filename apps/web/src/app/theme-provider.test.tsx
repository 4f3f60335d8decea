import { act, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { THEME_KEY } from './theme.ts';
import { ThemeProvider, useTheme } from './theme-provider.tsx';

let systemIsDark = false;
let scheme: EventTarget;

beforeEach(() => {
  systemIsDark = false;
  scheme = new EventTarget();
  vi.spyOn(window, 'matchMedia').mockImplementation(
    () =>
      Object.defineProperty(scheme, 'matches', {
        get: () => systemIsDark,
        configurable: true,
      }) as MediaQueryList,
  );
});

afterEach(() => vi.restoreAllMocks());

function setSystem(dark: boolean): void {
  systemIsDark = dark;
  act(() => void scheme.dispatchEvent(new Event('change')));
}

function renderTheme() {
  return renderHook(useTheme, { wrapper: ThemeProvider }).result;
}

function page() {
  return [document.documentElement.dataset['theme'], document.body.classList.contains('dark')];
}

test('follows the system by default, live', () => {
  const theme = renderTheme();
  expect(theme.current.preference).toBe('system');
  expect(page()).toEqual(['light', false]);
  setSystem(true);
  expect(theme.current.theme).toBe('dark');
  expect(page()).toEqual(['dark', true]);
  setSystem(false);
  expect(page()).toEqual(['light', false]);
});

test('a chosen theme overrides the system and is stored as JSON', () => {
  const theme = renderTheme();
  act(() => theme.current.setPreference('dark'));
  expect(page()).toEqual(['dark', true]);
  expect(localStorage.getItem(THEME_KEY)).toBe('"dark"');
  setSystem(true);
  act(() => theme.current.setPreference('light'));
  expect(page()).toEqual(['light', false]);
});

test('starts from what is stored', () => {
  localStorage.setItem(THEME_KEY, '"dark"');
  expect(renderTheme().current.preference).toBe('dark');
  expect(page()).toEqual(['dark', true]);
});

test.each(['{', '"purple"', 'dark', '7'])('takes %j in the storage for the default', (stored) => {
  localStorage.setItem(THEME_KEY, stored);
  expect(renderTheme().current.preference).toBe('system');
});

test('agrees with another tab', () => {
  const theme = renderTheme();
  localStorage.setItem(THEME_KEY, '"dark"');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: THEME_KEY })));
  expect(theme.current.preference).toBe('dark');
  expect(page()).toEqual(['dark', true]);
});

test('works for this visit where nothing can be stored', () => {
  const theme = renderTheme();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  act(() => theme.current.setPreference('dark'));
  expect(page()).toEqual(['dark', true]);
});

test('useTheme throws outside its provider', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const Lost = () => <p>{useTheme().theme}</p>;
  expect(() => render(<Lost />)).toThrow('outside ThemeProvider');
  expect(screen.queryByRole('paragraph')).toBeNull();
});
