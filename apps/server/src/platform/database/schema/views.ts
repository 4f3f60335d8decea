import type { ViewState } from '@repo/contract/saved-views';
import type { Generated, JSONColumnType } from 'kysely';
import type { CreatedAt } from './created-at.ts';

/** Saved views of the accounts grid. */
export interface ViewsTables {
  saved_views: SavedViewTable;
  default_views: DefaultViewTable;
}

interface SavedViewTable {
  workspace_id: string;
  id: Generated<string>;
  /** Null when the owner has left the workspace; then the view is shared. */
  owner_id: string | null;
  name: string;
  is_shared: boolean;
  state: JSONColumnType<ViewState, string, string>;
  created_at: CreatedAt;
}

interface DefaultViewTable {
  workspace_id: string;
  user_id: string;
  view_id: string;
}
