import { onStorageChange, readJson, writeJson } from './storage.ts';

/**
 * The shortcuts of a single key that work without a modifier, by the value of `KeyboardEvent.key`; they can be
 * switched off. `shortcut-list.ts` describes them for the help, with the others, which widgets handle themselves.
 */
export const singleKeys = {
  help: '?',
  search: '/',
  'search-activities': 's',
  'next-activity': 'j',
  'previous-activity': 'k',
} as const;

export type SingleKeyShortcut = keyof typeof singleKeys;

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
export function pressedShortcut(event: KeyboardEvent): SingleKeyShortcut | undefined {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return undefined;
  if (isForFocused(event) || !readSingleKeyShortcuts()) return undefined;
  const found = Object.entries(singleKeys).find(([, key]) => key === event.key);
  return found?.[0] as SingleKeyShortcut | undefined;
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
