import type { ServerLevel } from '@repo/contract/server-level';
import { type SingleKeyShortcut, singleKeys } from '#lib/shortcuts.ts';

export interface Shortcut {
  group: string;
  label: string;
  /** The keys as displayed; `Mod` is Ctrl, on a Mac the command key. */
  keys: readonly string[];
  /** Whether it is a single key without a modifier, which can be switched off. */
  isSingleKey?: true;
  /** The level of the server at which it works; that of the specification where absent. */
  level?: ServerLevel;
}

const single = (name: SingleKeyShortcut): Pick<Shortcut, 'keys' | 'isSingleKey'> => ({
  keys: [singleKeys[name].toUpperCase()],
  isSingleKey: true,
});

/** Every keyboard shortcut of the application, in the order of the help. */
export const shortcutList: readonly Shortcut[] = [
  { group: 'Everywhere', label: 'Open the command palette', keys: ['Mod', 'K'] },
  { group: 'Everywhere', label: 'Show keyboard shortcuts', ...single('help') },
  { group: 'Everywhere', label: 'Search in the list of this page', ...single('search') },
  {
    group: 'Everywhere',
    label: 'Search activities',
    ...single('search-activities'),
    level: 'full',
  },
  { group: 'Everywhere', label: 'Close the topmost dialog or panel', keys: ['Esc'] },
  { group: 'Accounts', label: 'Move between cells', keys: ['←', '↑', '↓', '→'] },
  { group: 'Accounts', label: 'Go to the first or last column', keys: ['Home', 'End'] },
  { group: 'Accounts', label: 'Select or deselect the account', keys: ['X'], level: 'full' },
  { group: 'Accounts', label: 'Select several accounts', keys: ['Shift', '↑', '↓'], level: 'full' },
  { group: 'Accounts', label: 'Select all accounts', keys: ['Mod', 'A'], level: 'full' },
  { group: 'Accounts', label: 'Open the account', keys: ['Enter'] },
  { group: 'Account', label: 'Next activity', ...single('next-activity') },
  { group: 'Account', label: 'Previous activity', ...single('previous-activity') },
  { group: 'Account', label: 'Open the activity', keys: ['Enter'] },
];
