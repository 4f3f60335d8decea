import type { SavedView } from '@repo/contract/saved-views';

/** The address of the grid with a saved view, as its query. It leads to the view by itself. */
export function viewSearch({ id, state }: Pick<SavedView, 'id' | 'state'>): string {
  const address = new URLSearchParams(state.filters);
  address.delete('q');
  const given = { view: id, sort: state.sort, columns: state.columns?.join() };
  for (const [name, value] of Object.entries({ ...given, widths: writeWidths(state.widths) })) {
    if (value) address.set(name, value);
    else address.delete(name);
  }
  return `?${address}`;
}

/** Widths as an address has them: `name.320,created.90`. */
export function writeWidths(widths: Readonly<Record<string, number>>): string {
  return Object.entries(widths)
    .map((entry) => entry.join('.'))
    .join();
}

export function readWidths(written: string | null): Record<string, number> {
  const entries = (written ?? '').split(',').map((entry) => entry.split('.'));
  return Object.fromEntries(entries.map(([id = '', width]) => [id, Number(width)]));
}
