import type { SavedView } from '@repo/contract/saved-views';
import { readShown } from '../columns/column-state.ts';
import { readView, writeView } from '../data/accounts-view.ts';
import { FILTER_LABELS } from '../data/filter-options.ts';
import { viewSearch } from '../data/view-address.ts';
import type { Views } from './views-query.ts';

export type Opened = {
  /** The address of the grid with the parts of the view that can be shown. */
  search: string;
  /** The parts that cannot be shown, each as text. */
  excluded: string[];
};

/**
 * Reads a view for this server and workspace: without filters on people who have left, and with a
 * note on everything that this version of the application does not know.
 */
export function openView(view: SavedView, departed: Views['departed']): Opened {
  const gone = new Set(departed);
  const { filters, sort, columns = [] } = view.state;
  const staying = Object.entries(filters).filter(([, value]) => !gone.has(value));
  const search = viewSearch({
    ...view,
    state: { ...view.state, filters: Object.fromEntries(staying) },
  });
  const address = new URLSearchParams(search);
  const read = writeView(new URLSearchParams(), readView(address));
  const shown: readonly string[] = readShown(columns) ?? [];
  const unknown = staying.filter(([name]) => name !== 'q' && read.get(name) === null);
  return {
    search,
    excluded: [
      ...Object.entries(filters)
        .filter(([, value]) => gone.has(value))
        .map(([name, value]) => `the filter ${filterLabel(name)}, since ${value} is not a member`),
      ...unknown.map(([name]) => `the filter ${filterLabel(name)}`),
      ...columns.filter((id) => !shown.includes(id)).map((id) => `the column ${id}`),
      ...(sort !== undefined && read.get('sort') === null ? [`the order by ${sort}`] : []),
    ],
  };
}

/** The label of a filter by its name in the address, which is in snake case. */
function filterLabel(name: string): string {
  const id = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const labels: Readonly<Record<string, string>> = FILTER_LABELS;
  return labels[id] ?? name;
}
