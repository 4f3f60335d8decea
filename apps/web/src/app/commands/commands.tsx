import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { isFullServer } from '#lib/server-level.ts';
import { ACTIVITY_SEARCH_FIELD, isPaletteKey, pressedShortcut } from '#lib/shortcuts.ts';
import { lazyDialog } from '#ui/overlays/lazy-dialog.tsx';
import { isDialogOpen, useTypedAhead } from './use-typed-ahead.ts';

const CommandPalette = lazyDialog(
  async () => (await import('./command-palette.tsx')).CommandPalette,
);
const KeyboardHelp = lazyDialog(async () => (await import('./keyboard-help.tsx')).KeyboardHelp);

type OpenCommands = { openPalette: () => void; openHelp: () => void };

const CommandsContext = createContext<OpenCommands | undefined>(undefined);

/** Opens the palette and the help; undefined if the server does not search accounts. */
export const useCommands = (): OpenCommands | undefined => use(CommandsContext);

/** The command palette and the keyboard help of every page within. */
export function Commands({ children }: { children: ReactNode }) {
  // It searches accounts at the server, beyond the specification.
  return isFullServer() ? <Offered>{children}</Offered> : children;
}

type Dialog = 'palette' | 'help';

function Offered({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<Dialog>();
  // Each is loaded when it is first opened, and stays mounted for its closing animation.
  const [wanted, setWanted] = useState<ReadonlySet<Dialog>>(new Set());
  const [commands] = useState<OpenCommands>(() => {
    const open = (dialog: Dialog) => {
      setWanted((now) => new Set([...now, dialog]));
      setOpened(dialog);
    };
    return { openPalette: () => open('palette'), openHelp: () => open('help') };
  });
  useShortcuts(commands);
  // Choosing the help in the palette opens it before the palette is closed.
  const close = (dialog: Dialog) => setOpened((now) => (now === dialog ? undefined : now));
  const typed = useTypedAhead(opened === 'palette', () => close('palette'));
  return (
    <CommandsContext value={commands}>
      {children}
      {wanted.has('palette') ? (
        <CommandPalette
          open={opened === 'palette'}
          typedAhead={typed}
          onClose={() => close('palette')}
          onShowHelp={commands.openHelp}
        />
      ) : null}
      {wanted.has('help') ? (
        <KeyboardHelp
          open={opened === 'help'}
          onOpenChange={(open) => (open ? commands.openHelp() : close('help'))}
        />
      ) : null}
    </CommandsContext>
  );
}

function useShortcuts({ openPalette, openHelp }: OpenCommands): void {
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (isPaletteKey(event) && !isDialogOpen()) {
        event.preventDefault();
        openPalette();
        return;
      }
      const shortcut = pressedShortcut(event);
      if (shortcut === 'help') openHelp();
      else if (shortcut === 'search-activities') goToSearch();
      else if (shortcut !== 'search' || !focusSearch()) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, [openPalette, openHelp]);
}

/** Goes to the search of the workspace, where the top bar leads; on that page, to its field. */
function goToSearch(): void {
  const field = document.getElementById(ACTIVITY_SEARCH_FIELD);
  if (field === null) document.getElementById('search-activities')?.click();
  else field.focus();
}

/** Returns whether the page has a field to search its list. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  field?.focus();
  return field !== null;
}
