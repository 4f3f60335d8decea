import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { hasFeature } from '../../../lib/features.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { savedViewIn } from '../data/accounts-view.ts';
import { ViewName, type GridState } from './view-name.tsx';

/*
 * The accounts page loads only the button. The menu, and the form that saves a view, are loaded on
 * demand.
 */
const ViewsMenu = lazy(async () => ({ default: (await import('./views-menu.tsx')).ViewsMenu }));
const SaveView = lazy(async () => ({ default: (await import('./save-view.tsx')).SaveView }));

/** Names the view that the grid shows, and opens the menu of views. */
export function ViewSwitcher(props: GridState) {
  const [wanted, setWanted] = useState<'shown' | 'opened'>();
  const id = savedViewIn(useSearchParams()[0]);
  // The menu stays once it is there: the button that opens it may have the focus.
  if (id !== undefined && wanted === undefined) setWanted('shown');
  const button = (
    <Button
      size="small"
      variant="bare"
      aria-haspopup="menu"
      className="max-w-44"
      onClick={() => setWanted('opened')}
    >
      <ViewName id={id} {...props} />
    </Button>
  );
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
