import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { EntryKind, StoredEntry } from './calendar-store.ts';
import { toEntry } from './calendar-store.ts';

/** The bounds of a list of events; all are instants. */
export interface EventSelection {
  owner: number;
  /** Recurring events as their instances, or as they are with their exceptions. */
  singleEvents: boolean;
  cancelled: 'all' | 'exceptions' | 'none';
  /** Undefined: all; otherwise what changed after this version, in the order of the changes. */
  changedAfter?: number;
  endsAfter?: number;
  startsBefore?: number;
  updatedFrom?: number;
  uid?: string;
  words: readonly string[];
  order: 'unspecified' | 'startTime' | 'updated';
}

/** A position in an order, which events that come or go do not shift. */
export type EventPosition = readonly [first: number, rowId: number];

interface Condition {
  sql: string;
  values: SQLInputValue[];
}

/** At most `limit` entries after `position`, each with its own position. */
export function listEntries(
  database: DatabaseSync,
  selection: EventSelection,
  limit: number,
  position: EventPosition | undefined,
): { entry: StoredEntry; position: EventPosition }[] {
  const column = orderColumn(selection);
  const conditions = [
    ...conditionsOf(selection),
    ...(position === undefined
      ? []
      : [{ sql: `(${column}, row_id) > (?, ?)`, values: [...position] }]),
  ];
  return database
    .prepare(
      `SELECT * FROM calendar_events WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}
       ORDER BY ${column}, row_id LIMIT ?`,
    )
    .all(...conditions.flatMap(({ values }) => values), limit)
    .map((row) => ({
      entry: toEntry(row),
      position: [Number(row[column]), Number(row['row_id'])],
    }));
}

function orderColumn({ changedAfter, order }: EventSelection): string {
  if (changedAfter !== undefined || order === 'updated') {
    return 'version';
  }
  return order === 'startTime' ? 'starts_at' : 'row_id';
}

function conditionsOf(selection: EventSelection): Condition[] {
  const { owner, singleEvents, changedAfter, endsAfter, startsBefore, updatedFrom } = selection;
  const kinds: EntryKind[] = ['single', 'exception', singleEvents ? 'instance' : 'series'];
  const bound = (sql: string, value: SQLInputValue | undefined): Condition[] =>
    value === undefined ? [] : [{ sql, values: [value] }];
  return [
    { sql: 'owner = ?', values: [owner] },
    { sql: 'kind IN (SELECT value FROM json_each(?))', values: [JSON.stringify(kinds)] },
    ...cancelledCondition(selection),
    ...bound('version > ?', changedAfter),
    ...bound('ends_at > ?', endsAfter),
    ...bound('starts_at < ?', startsBefore),
    ...bound('updated_at >= ?', updatedFrom),
    ...bound('ical_uid = ?', selection.uid),
    ...selection.words.map((word) => ({
      // The content of an instance is in its recurring event.
      sql: `instr(iif(kind = 'instance', (SELECT words FROM calendar_events AS series
              WHERE series.owner = calendar_events.owner AND series.id = calendar_events.series),
              words), ?) > 0`,
      values: [word],
    })),
  ];
}

function cancelledCondition({ cancelled }: EventSelection): Condition[] {
  switch (cancelled) {
    case 'all':
      return [];
    case 'exceptions':
      return [{ sql: "(cancelled = 0 OR kind = 'exception')", values: [] }];
    case 'none':
      return [{ sql: 'cancelled = 0', values: [] }];
  }
}
