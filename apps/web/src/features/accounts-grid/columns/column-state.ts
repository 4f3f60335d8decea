import { COLUMN_IDS, INITIAL_COLUMNS, FROZEN_COLUMN, type ColumnId } from './column-registry.ts';

export type ColumnState = {
  /** The columns shown, from the left. */
  shown: readonly ColumnId[];
  /** Pixels, where they differ from the column's own width. */
  widths: Readonly<Partial<Record<ColumnId, number>>>;
};

export const INITIAL_COLUMN_STATE: ColumnState = { shown: INITIAL_COLUMNS, widths: {} };

export function hideColumn(state: ColumnState, id: ColumnId): ColumnState {
  if (id === FROZEN_COLUMN) return state;
  return { ...state, shown: state.shown.filter((other) => other !== id) };
}

/** Shows a hidden column again, after the columns that precede it in the initial order. */
export function showColumn(state: ColumnState, id: ColumnId): ColumnState {
  if (state.shown.includes(id)) return state;
  const before = COLUMN_IDS.slice(0, COLUMN_IDS.indexOf(id));
  const at = 1 + Math.max(...before.map((other) => state.shown.indexOf(other)));
  return { ...state, shown: state.shown.toSpliced(at, 0, id) };
}

/** Moves a column by a number of positions, to the right if positive, past movable columns only. */
export function moveColumn(state: ColumnState, id: ColumnId, by: number): ColumnState {
  const from = state.shown.indexOf(id);
  const there = state.shown[from + by];
  if (from < 0 || there === undefined) return state;
  if (id === FROZEN_COLUMN || there === FROZEN_COLUMN) return state;
  return { ...state, shown: state.shown.toSpliced(from, 1).toSpliced(from + by, 0, id) };
}

export function resizeColumn(state: ColumnState, id: ColumnId, width?: number): ColumnState {
  const { [id]: _, ...others } = state.widths;
  return { ...state, widths: width === undefined ? others : { ...others, [id]: width } };
}

export function isFirstOrder(shown: readonly ColumnId[]): boolean {
  return shown.join() === INITIAL_COLUMNS.join();
}

/** Columns out of an address or out of storage; undefined when it names none of ours. */
export function readShown(value: unknown): ColumnId[] | undefined {
  const named = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(named)) return undefined;
  const known = [...new Set(named)].filter((id): id is ColumnId => COLUMN_IDS.includes(id));
  if (known.length === 0) return undefined;
  return [FROZEN_COLUMN, ...known.filter((id) => id !== FROZEN_COLUMN)];
}

/** Reads a workspace's stored columns, without unknown ones. */
export function readColumnState(value: unknown): ColumnState | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { shown, widths } = value as Record<string, unknown>;
  const kept = Object.entries(typeof widths === 'object' && widths !== null ? widths : {}).filter(
    ([id, width]) =>
      COLUMN_IDS.includes(id as ColumnId) &&
      Number.isInteger(width) &&
      width >= 50 &&
      width <= 5000,
  );
  return { shown: readShown(shown) ?? INITIAL_COLUMNS, widths: Object.fromEntries(kept) };
}
