import { readJson } from '#lib/storage.ts';
import { BY_RELATIONSHIP, readView, savedViewIn, type AccountsView } from './accounts-view.ts';

/*
 * The server reads who is in touch with each account, who owns it and its tags only on request: the first
 * costs about as much as the rest of the row. Not part of the columns, which load React: the head script imports it.
 */

/** The accounts to request: those of a view, and whether to include relationships, owners and tags. */
export type RequestedView = AccountsView & { relationships?: true; owners?: true; tags?: true };

/** The ids of the columns that show the fields of `includeOwners`. */
const OWNER_COLUMNS: readonly string[] = ['owner', 'note'];

export const columnsStorageKey = (workspaceId: string) => `ui.accounts-grid.${workspaceId}`;

/** A phone (`--breakpoint-sm`), whose rows show tags without a column. */
export const PHONE = '(width < 480px)';

/**
 * Requests relationships where a column, the order or a filter uses them, and owners and tags where a
 * column or a phone shows them. The columns of relationships have the ids of the orders that sort by them.
 */
export function requestedView(view: AccountsView, columns: readonly string[]): RequestedView {
  const { sort, filters } = view;
  const fields: readonly string[] = BY_RELATIONSHIP;
  const relationships =
    [...columns, sort?.by ?? ''].some((id) => fields.includes(id)) ||
    filters.strength !== undefined ||
    filters.goingQuiet !== undefined;
  const owners = columns.some((id) => OWNER_COLUMNS.includes(id));
  return {
    ...view,
    ...(relationships && { relationships }),
    ...(owners && { owners }),
    ...((columns.includes('tags') || matchMedia(PHONE).matches) && { tags: true }),
  };
}

/** The view that the grid at an address requests, with the columns of the last visit if it names none. */
export function requestedViewAt(address: URLSearchParams, workspaceId: string): RequestedView {
  const named = address.get('columns')?.split(',');
  const readShown = (stored: unknown) => {
    const { shown } = (stored ?? {}) as { shown?: unknown };
    return Array.isArray(shown) ? shown.map(String) : undefined;
  };
  const remembered = () =>
    savedViewIn(address) === undefined
      ? readJson(columnsStorageKey(workspaceId), readShown)
      : undefined;
  const columns = named ?? remembered() ?? [];
  return requestedView(readView(address), columns);
}
