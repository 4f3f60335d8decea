import type { SavedView, ViewState } from '@repo/contract/saved-views';
import { queryOptions } from '@tanstack/react-query';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { fieldsOf, textOf } from '#lib/api/read-fields.ts';
import { readList, readTexts } from '#lib/api/read-list.ts';
import type { ColumnState } from '../columns/column-state.ts';
import { isFirstOrder } from '../columns/column-state.ts';
import { writeView, type AccountsView } from '../data/accounts-view.ts';

export type Views = { views: SavedView[]; departed: string[] };

/** The saved views that the user sees in a workspace. */
export const viewsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['views', workspaceId],
    staleTime: 30_000,
    queryFn: async ({ signal }): Promise<Views> => {
      const data = await apiRequestOrThrow('GET /api/workspaces/{workspaceId}/views', {
        params: { workspaceId },
        signal,
      });
      const kinds = {
        id: 'id',
        name: 'text',
        isShared: 'flag',
        isOwn: 'flag',
        canChange: 'flag',
        isDefault: 'flag',
      } as const;
      const isUsable = ({ id, name }: SavedView) => id !== '' && name !== '';
      const views = readList(data?.views, 'views', isUsable, kinds);
      return {
        views: views.map((view) => ({ ...view, state: readState(view.state) })),
        departed: readTexts(data?.departed, 'departed people'),
      };
    },
  });

function readState(received: unknown): ViewState {
  const { filters, sort, columns, widths } = fieldsOf(received);
  const only = <Kind>(kind: string, from: unknown) =>
    Object.fromEntries(
      Object.entries(fieldsOf(from)).filter(([, value]) => typeof value === kind),
    ) as Record<string, Kind>;
  return {
    filters: only<string>('string', filters),
    ...(textOf(sort) !== '' && { sort: textOf(sort) }),
    ...(Array.isArray(columns) && { columns: columns.map(textOf).filter(Boolean) }),
    widths: only<number>('number', widths),
  };
}

/** The state of the grid as a view stores it. The search term is not part of it. */
export function presentState(view: AccountsView, { shown, widths }: ColumnState): ViewState {
  const { sort, ...filters } = Object.fromEntries(
    writeView(new URLSearchParams(), { ...view, search: '' }),
  );
  return {
    filters,
    ...(sort !== undefined && { sort }),
    ...(!isFirstOrder(shown) && { columns: [...shown] }),
    widths: Object.fromEntries(Object.entries(widths).filter(([id]) => isColumnShown(shown, id))),
  };
}

const isColumnShown = (shown: readonly string[], id: string) => shown.includes(id);

export const EMPTY_STATE: ViewState = { filters: {}, widths: {} };

export function isSameState(one: ViewState, other: ViewState): boolean {
  return canonical(one) === canonical(other);
}

function canonical({ filters, sort, columns, widths }: ViewState): string {
  const sorted = (record: object) =>
    Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([sorted(filters), sort, columns, sorted(widths)]);
}
