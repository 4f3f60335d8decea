import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Button } from '#ui/forms/button.tsx';
import { savedViewIn } from '../data/accounts-view.ts';
import { viewSearch } from '../data/view-address.ts';
import { useViewActions } from './use-view-actions.ts';
import { ViewDialog } from './view-dialog.tsx';
import type { GridState } from './view-name.tsx';
import { EMPTY_STATE, isSameState, presentState, viewsQuery } from './views-query.ts';

/** Saves the state of the grid as the open view, or as a new one. */
export function SaveView({ workspace, view, columns }: GridState) {
  const navigate = useNavigate();
  const id = savedViewIn(useSearchParams()[0]);
  const listed = useQuery({ ...viewsQuery(workspace.id), enabled: id !== undefined });
  const open = id === undefined ? undefined : listed.data?.views.find((one) => one.id === id);
  const { change } = useViewActions(workspace);
  const [isNaming, setIsNaming] = useState(false);
  const state = presentState(view, columns);
  const isKnown = id === undefined || open !== undefined;
  const differs = isKnown && !isSameState(state, open?.state ?? EMPTY_STATE);
  const done = `Saved ${open?.name ?? ''}${open?.isShared ? ` for everyone in ${workspace.name}` : ''}`;
  return (
    <>
      {differs ? (
        <Button
          size="small"
          loading={change.isPending}
          onClick={() => {
            if (open?.canChange) change.mutate({ view: open, change: { state }, done });
            else setIsNaming(true);
          }}
        >
          Save View
        </Button>
      ) : null}
      {differs && open !== undefined ? (
        <Button
          size="small"
          variant="bare"
          onClick={() => void navigate(viewSearch(open), { replace: true })}
        >
          Reset
        </Button>
      ) : null}
      <ViewDialog
        workspace={workspace}
        subject={{ state }}
        open={isNaming}
        onOpenChange={setIsNaming}
      />
    </>
  );
}
