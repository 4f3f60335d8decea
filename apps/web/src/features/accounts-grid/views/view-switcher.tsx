import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { CodeLoader, useCode } from '#lib/code/code-loader.ts';
import { isFullServer } from '#lib/server-level.ts';
import { Button } from '#ui/forms/button.tsx';
import { showNotLoaded } from '#ui/overlays/lazy-dialog.tsx';
import { savedViewIn } from '../data/accounts-view.ts';
import { ViewName, type GridState } from './view-name.tsx';

/*
 * The accounts page loads only the button. The menu, and the form that saves a view, are loaded on
 * demand.
 */
const viewsMenu = new CodeLoader(async () => (await import('./views-menu.tsx')).ViewsMenu);
const saveView = new CodeLoader(async () => (await import('./save-view.tsx')).SaveView);

/** Names the view that the grid shows, and opens the menu of views. */
export function ViewSwitcher(props: GridState) {
  const [wanted, setWanted] = useState<'shown' | 'opened'>();
  const id = savedViewIn(useSearchParams()[0]);
  // The menu stays once it is there: the button that opens it may have the focus.
  if (id !== undefined && wanted === undefined) setWanted('shown');
  const { code: Menu } = useCode(viewsMenu, wanted !== undefined);
  const open = async () => {
    setWanted('opened');
    await viewsMenu.request();
    if (viewsMenu.read() === undefined) void showNotLoaded(viewsMenu);
  };
  if (!isFullServer()) return null;
  return Menu === undefined || wanted === undefined ? (
    <ViewButton {...props} id={id} onClick={() => void open()} />
  ) : (
    <Menu {...props} id={id} defaultOpen={wanted === 'opened'} />
  );
}

/** The button that saves the state of the grid, shown if it differs from the open view. */
export function SaveViewSlot(props: GridState) {
  const isWanted = useSearchParams()[0].size > 0 && isFullServer();
  const { code: Save } = useCode(saveView, isWanted);
  return isWanted && Save !== undefined ? <Save {...props} /> : null;
}

type ButtonProps = GridState & { id: string | undefined; onClick: () => void };

function ViewButton({ onClick, ...view }: ButtonProps) {
  return (
    <Button size="small" variant="bare" aria-haspopup="menu" className="max-w-44" onClick={onClick}>
      <ViewName {...view} />
    </Button>
  );
}
