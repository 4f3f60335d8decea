import type { DatabaseSync } from 'node:sqlite';
import type { Condition } from './search/compile-query.ts';

export interface ListedMessage {
  id: string;
  threadId: string;
  /** The next page starts after this message. */
  cursor: string;
}

export interface MessageSelection {
  owner: number;
  /** All of them must be borne. */
  labels: readonly string[];
  hiddenLabels: readonly string[];
  search: Condition | undefined;
  /** Rows that the search has not reached yet. */
  unsearchable?: readonly number[];
}

/**
 * One page of messages, newest first. The cursor names a position in that order, not a count, so emails
 * that come or go between two pages shift nothing. Undefined: the cursor is none of ours.
 */
export function listMessages(
  database: DatabaseSync,
  selection: MessageSelection,
  limit: number,
  cursor: string | undefined,
): { page: ListedMessage[]; total: number } | undefined {
  const { sql, values } = selectionCondition(selection);
  const position = cursor === undefined ? undefined : readCursor(cursor);
  if (cursor !== undefined && position === undefined) {
    return undefined;
  }
  const after = position === undefined ? '' : 'AND (internal_date, row_id) < (?, ?)';
  const rows = database
    .prepare(
      `SELECT id, thread_id, internal_date, row_id FROM messages WHERE ${sql} ${after}
       ORDER BY internal_date DESC, row_id DESC LIMIT ?`,
    )
    .all(...values, ...(position ?? []), limit);
  const total = database
    .prepare(`SELECT count(*) AS total FROM messages WHERE ${sql}`)
    .get(...values)?.['total'];
  return {
    total: Number(total),
    page: rows.map((row) => ({
      id: String(row['id']),
      threadId: String(row['thread_id']),
      cursor: writeCursor(Number(row['internal_date']), Number(row['row_id'])),
    })),
  };
}

function selectionCondition({
  owner,
  labels,
  hiddenLabels,
  search,
  unsearchable = [],
}: MessageSelection): Condition {
  const conditions: Condition[] = [
    { sql: 'owner = ? AND arrived = 1', values: [owner] },
    ...labels.map((label) => ({
      sql: 'row_id IN (SELECT row_id FROM message_labels WHERE label = ?)',
      values: [label],
    })),
    {
      sql: `row_id NOT IN (SELECT row_id FROM message_labels WHERE label IN (SELECT value FROM json_each(?)))`,
      values: [JSON.stringify(hiddenLabels)],
    },
    ...(unsearchable.length === 0
      ? []
      : [
          {
            sql: 'row_id NOT IN (SELECT value FROM json_each(?))',
            values: [JSON.stringify(unsearchable)],
          },
        ]),
    ...(search === undefined ? [] : [{ sql: `(${search.sql})`, values: search.values }]),
  ];
  return {
    sql: conditions.map((condition) => condition.sql).join(' AND '),
    values: conditions.flatMap((condition) => condition.values),
  };
}

function writeCursor(internalDate: number, rowId: number): string {
  return Buffer.from(`${internalDate}:${rowId}`).toString('base64url');
}

function readCursor(cursor: string): [internalDate: number, rowId: number] | undefined {
  const [, internalDate, rowId] =
    /^(-?\d+):(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  return internalDate === undefined ? undefined : [Number(internalDate), Number(rowId)];
}
