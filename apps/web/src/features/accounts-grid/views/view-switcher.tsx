import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { hasFeature } from '../../../lib/features.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { showNotLoaded } from '../../../ui/overlays/lazy-dialog.ts';
import { savedViewIn } from '../data/accounts-view.ts';
import { ViewName, type GridState } from './view-name.tsx';

/*
 * The accounts page loads only the button. The menu, and the form that saves a view, are loaded on
 * demand.
 */
const ViewsMenu = lazy(() =>
  import('./views-menu.tsx').then(
    ({ ViewsMenu: Menu }) => ({ default: Menu }),
    () => ({ default: MenuNotLoaded }),
  ),
);
const SaveView = lazy(async (): Promise<{ default: ComponentType<GridState> }> =>
  import('./save-view.tsx').then(
    ({ SaveView: Save }) => ({ default: Save }),
    () => ({ default: () => null }),
  ),
);

/** Names the view that the grid shows, and opens the menu of views. */
export function ViewSwitcher(props: GridState) {
  const [wanted, setWanted] = useState<'shown' | 'opened'>();
  const id = savedViewIn(useSearchParams()[0]);
  // The menu stays once it is there: the button that opens it may have the focus.
  if (id !== undefined && wanted === undefined) setWanted('shown');
  const button = <ViewButton {...props} id={id} onClick={() => setWanted('opened')} />;
  if (!hasFeature('saved-views')) return null;
  if (wanted === undefined) return button;
  return (
    <Suspense fallback={button}>
      <ViewsMenu {...props} id={id} defaultOpen={wanted === 'opened'} />
    </Suspense>
  );
}

/** The button that saves the state of the grid, shown if it differs from the open view. */
export function SaveViewSlot(props: GridState) {
  const { size } = useSearchParams()[0];
  return size > 0 && hasFeature('saved-views') ? (
    <Suspense>
      <SaveView {...props} />
    </Suspense>
  ) : null;
}

type ButtonProps = GridState & { id: string | undefined; onClick: () => void };

function ViewButton({ onClick, ...view }: ButtonProps) {
  return (
    <Button size="small" variant="bare" aria-haspopup="menu" className="max-w-44" onClick={onClick}>
      <ViewName {...view} />
    </Button>
  );
}

type MenuProps = GridState & { id: string | undefined; defaultOpen: boolean };

function MenuNotLoaded({ defaultOpen, ...view }: MenuProps) {
  useEffect(() => {
    if (defaultOpen) showNotLoaded();
  }, [defaultOpen]);
  return <ViewButton {...view} onClick={showNotLoaded} />;
}
