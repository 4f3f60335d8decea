import type { ServerLevel } from '@repo/contract/server-level';
import { onStorageChange, readJson, writeJson } from './storage.ts';

/**
 * Every keyboard shortcut of the application, in the order of the help. `key` is the value of
 * `KeyboardEvent.key` for those that `pressedShortcut` finds; widgets handle the others themselves.
 */
export const shortcuts = {
  'command-palette': { group: 'Everywhere', label: 'Open the command palette', keys: ['Mod', 'K'] },
  help: { group: 'Everywhere', label: 'Show keyboard shortcuts', keys: ['?'], key: '?' },
  search: { group: 'Everywhere', label: 'Search in the list of this page', keys: ['/'], key: '/' },
  'search-activities': {
    group: 'Everywhere',
    label: 'Search activities',
    keys: ['S'],
    key: 's',
    level: 'full',
  },
  close: { group: 'Everywhere', label: 'Close the topmost dialog or panel', keys: ['Esc'] },
  'move-in-grid': {
    group: 'Accounts',
    label: 'Move between cells',
    keys: ['←', '↑', '↓', '→'],
  },
  'grid-ends': {
    group: 'Accounts',
    label: 'Go to the first or last column',
    keys: ['Home', 'End'],
  },
  'select-account': {
    group: 'Accounts',
    label: 'Select or deselect the account',
    keys: ['X'],
    level: 'full',
  },
  'select-range': {
    group: 'Accounts',
    label: 'Select several accounts',
    keys: ['Shift', '↑', '↓'],
    level: 'full',
  },
  'select-all-accounts': {
    group: 'Accounts',
    label: 'Select all accounts',
    keys: ['Mod', 'A'],
    level: 'full',
  },
  'open-account': { group: 'Accounts', label: 'Open the account', keys: ['Enter'] },
  'next-activity': { group: 'Account', label: 'Next activity', keys: ['J'], key: 'j' },
  'previous-activity': { group: 'Account', label: 'Previous activity', keys: ['K'], key: 'k' },
  'open-activity': { group: 'Account', label: 'Open the activity', keys: ['Enter'] },
} as const satisfies Record<string, Shortcut>;

export interface Shortcut {
  group: string;
  label: string;
  /** The keys as displayed; `Mod` is Ctrl, on a Mac the command key. */
  keys: readonly string[];
  /** Present for a single key that works without a modifier; these can be switched off. */
  key?: string;
  /** The level of the server at which it works; that of the specification where absent. */
  level?: ServerLevel;
}

export type ShortcutId = keyof typeof shortcuts;

export const ACTIVITY_SEARCH_FIELD = 'activity-search';

const TYPING = 'input, textarea, select, [contenteditable="true"]';
const FLOATING = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Whether a key press belongs to the focused element, such as a field or a menu, and not to the page. */
export function isForFocused({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(`${TYPING}, ${FLOATING}`) !== null;
}

/**
 * Returns the single-key shortcut that a key press triggers, if any: none while the user
 * types, while a dialog is open, or when they switched these shortcuts off.
 */
export function pressedShortcut(event: KeyboardEvent): ShortcutId | undefined {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return undefined;
  if (isForFocused(event) || !readSingleKeyShortcuts()) return undefined;
  const found = Object.entries<Shortcut>(shortcuts).find(([, { key }]) => key === event.key);
  return found?.[0] as ShortcutId | undefined;
}

/** Whether a key press opens the command palette: Ctrl+K, or Cmd+K on a Mac. */
export function isPaletteKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  return key.toLowerCase() === 'k' && (isMac() ? metaKey : ctrlKey) && !altKey && !shiftKey;
}

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

const PREFERENCE_KEY = 'single-key-shortcuts';

/** Whether shortcuts of a single key work in this browser (WCAG 2.1.4). */
export const readSingleKeyShortcuts = (): boolean =>
  readJson(PREFERENCE_KEY, (value) => (typeof value === 'boolean' ? value : undefined)) ?? true;

const listeners = new Set<() => void>();

export function writeSingleKeyShortcuts(isOn: boolean): void {
  writeJson(PREFERENCE_KEY, isOn);
  for (const listener of listeners) listener();
}

/** Calls back on each change, including those of other tabs. Returns a function that stops it. */
export function subscribeToSingleKeyShortcuts(listener: () => void): () => void {
  listeners.add(listener);
  const stop = onStorageChange(PREFERENCE_KEY, listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}
