import type { Workspace } from '@repo/contract/workspaces';
import { ChevronDown } from 'lucide-react';
import type { ColumnState } from '../columns/column-state.ts';
import type { AccountsView } from '../data/accounts-view.ts';

export type GridState = { workspace: Workspace; view: AccountsView; columns: ColumnState };

type ViewNameProps = Pick<GridState, 'workspace'> & {
  id: string | undefined;
  /** The name in the list of views. */
  name?: string | undefined;
};

/** The label of the views button. Before the views are loaded, only the default view has a name. */
export function ViewName({ workspace: { defaultView }, id, name }: ViewNameProps) {
  const known = defaultView?.id === id ? defaultView?.name : undefined;
  return (
    <>
      <span className="truncate">
        {id === undefined ? 'All accounts' : (name ?? known ?? 'View')}
      </span>
      <ChevronDown aria-hidden />
    </>
  );
}
