import type { SavedView } from '@repo/contract/saved-views';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuGroup,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuNote,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import { NO_VIEW } from '../data/accounts-view.ts';
import { openView } from './open-view.ts';
import { ViewActions } from './view-actions.tsx';
import { ViewDialog } from './view-dialog.tsx';
import { ViewName, type GridState } from './view-name.tsx';
import { presentState, viewsQuery, type Views } from './views-query.ts';

type Props = GridState & {
  /** The id of the view in the address. */
  id: string | undefined;
  defaultOpen: boolean;
};

export function ViewsMenu({ workspace, view, columns, id, defaultOpen }: Props) {
  const navigate = useNavigate();
  const { data, isError, refetch } = useQuery(viewsQuery(workspace.id));
  useOpenedView(id, data);
  const [isNaming, setIsNaming] = useState(false);
  const views = data?.views ?? [];
  const current = views.find((one) => one.id === id);
  const hasDefault = views.some(({ isDefault }) => isDefault);
  const groups = [
    { label: 'My views', items: views.filter(({ isOwn }) => isOwn) },
    { label: `Shared in ${workspace.name}`, items: views.filter(({ isOwn }) => !isOwn) },
  ];
  return (
    <>
      <DropdownMenu defaultOpen={defaultOpen}>
        <DropdownMenuTrigger>
          <Button size="small" variant="bare" className="max-w-44">
            <ViewName workspace={workspace} id={id} name={current?.name} />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent aria-label="Views" className="w-64">
          <DropdownMenuItem
            checked={id === undefined}
            onSelect={() => void navigate(hasDefault ? `?view=${NO_VIEW}` : '?')}
          >
            All accounts
          </DropdownMenuItem>
          {groups.map(({ label, items }) =>
            items.length === 0 ? null : (
              <DropdownMenuGroup key={label} aria-label={label}>
                <DropdownMenuLabel>{label}</DropdownMenuLabel>
                {items.map((one) => (
                  <DropdownMenuItem
                    key={one.id}
                    checked={one.id === id}
                    detail={detailOf(one)}
                    onSelect={() => void navigate(openView(one, data?.departed ?? []).search)}
                  >
                    {one.name}
                  </DropdownMenuItem>
                ))}
              </DropdownMenuGroup>
            ),
          )}
          {data === undefined ? (
            <DropdownMenuNote>
              {isError ? 'Your views could not be loaded.' : 'Loading views...'}
            </DropdownMenuNote>
          ) : null}
          {isError ? (
            <DropdownMenuItem
              onSelect={(event) => {
                event.preventDefault();
                void refetch();
              }}
            >
              Try Again
            </DropdownMenuItem>
          ) : null}
          <DropdownMenuSeparator />
          <DropdownMenuItem onSelect={() => setIsNaming(true)}>
            Save as New View...
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {current === undefined ? null : <ViewActions workspace={workspace} view={current} />}
      <ViewDialog
        workspace={workspace}
        subject={{ state: presentState(view, columns) }}
        open={isNaming}
        onOpenChange={setIsNaming}
      />
    </>
  );
}

function detailOf({ isDefault, isOwn, isShared, owner }: SavedView): string | undefined {
  if (isDefault) return 'Default';
  if (isOwn) return isShared ? 'Shared' : undefined;
  return owner?.name;
}

/**
 * Adds the state of the view to an address that only names it, and reports which parts of the view
 * cannot be shown. Removes a view that does not exist from the address.
 */
function useOpenedView(id: string | undefined, data: Views | undefined): void {
  const [address, setAddress] = useSearchParams();
  const seen = useRef<string>(undefined);
  useEffect(() => {
    if (data === undefined || id === seen.current) return;
    seen.current = id;
    if (id === undefined) return;
    const view = data.views.find((one) => one.id === id);
    if (view === undefined) {
      toast.warning('This view was deleted, or is not shared with you');
      const rest = new URLSearchParams(address);
      rest.delete('view');
      setAddress(rest, { replace: true });
      return;
    }
    const { search, excluded } = openView(view, data.departed);
    if (excluded.length > 0) {
      toast.warning(`${view.name} could be applied only in part`, {
        description: `Left out: ${excluded.join('; ')}.`,
      });
    }
    const opened = new URLSearchParams(search);
    const isBare = [...address.keys()].every((name) => name === 'view' || name === 'q');
    const rest = new URLSearchParams(isBare ? opened : address);
    for (const [name, value] of Object.entries(view.state.filters)) {
      if (!opened.has(name) && rest.get(name) === value) rest.delete(name);
    }
    if (rest.toString() !== address.toString()) setAddress(rest, { replace: true });
  }, [id, data, address, setAddress]);
}
