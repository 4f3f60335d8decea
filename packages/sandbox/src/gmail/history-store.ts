import type { DatabaseSync, StatementSync } from 'node:sqlite';

export const historyTypes = [
  'messageAdded',
  'messageDeleted',
  'labelAdded',
  'labelRemoved',
] as const;
export type HistoryType = (typeof historyTypes)[number];

export interface HistoryRecord {
  historyId: number;
  type: HistoryType;
  messageId: string;
  threadId: string;
  /** All labels of the message at that moment. */
  messageLabels: string[];
  /** Those that came or went with a label record. */
  changedLabels: string[];
}

/** The first history id that a mailbox hands out; Gmail's are never small either. */
const firstHistoryId = 1000;

/** The changes of each mailbox. History ids count up by one, separately for each mailbox. */
export class HistoryStore {
  readonly #database: DatabaseSync;
  readonly #next: StatementSync;
  readonly #insert: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#next = database.prepare(
      'UPDATE mailboxes SET history_id = history_id + 1 WHERE owner = ? RETURNING history_id',
    );
    this.#insert = database.prepare(
      `INSERT INTO history (owner, history_id, type, message_id, thread_id, message_labels, changed_labels)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    );
  }

  openMailbox(owner: number): void {
    this.#database
      .prepare(
        'INSERT INTO mailboxes (owner, history_id, history_floor) VALUES (:owner, :first, :first)',
      )
      .run({ owner, first: firstHistoryId });
  }

  append(owner: number, record: Omit<HistoryRecord, 'historyId'>): number {
    const historyId = Number(this.#next.get(owner)?.['history_id']);
    const { type, messageId, threadId, messageLabels, changedLabels } = record;
    const lists = [JSON.stringify(messageLabels), JSON.stringify(changedLabels)];
    this.#insert.run(owner, historyId, type, messageId, threadId, ...lists);
    return historyId;
  }

  current(owner: number): number {
    const row = this.#database
      .prepare('SELECT history_id FROM mailboxes WHERE owner = ?')
      .get(owner);
    return Number(row?.['history_id']);
  }

  /** Whether a client may still ask what came after `historyId`. */
  isKnown(owner: number, historyId: number): boolean {
    return (
      this.#database
        .prepare(
          'SELECT 1 FROM mailboxes WHERE owner = ? AND ? BETWEEN history_floor AND history_id',
        )
        .get(owner, historyId) !== undefined
    );
  }

  /** Forgets what came before now: every older history id leads to 404 from then on. */
  expire(owner: number): number {
    this.#database
      .prepare('UPDATE mailboxes SET history_floor = history_id WHERE owner = ?')
      .run(owner);
    this.#database.prepare('DELETE FROM history WHERE owner = ?').run(owner);
    return this.current(owner);
  }

  /** At most `limit` records after `historyId`, oldest first. */
  after(
    owner: number,
    historyId: number,
    types: readonly HistoryType[],
    limit: number,
  ): HistoryRecord[] {
    return this.#database
      .prepare(
        `SELECT * FROM history WHERE owner = ? AND history_id > ? AND type IN (SELECT value FROM json_each(?))
         ORDER BY history_id LIMIT ?`,
      )
      .all(owner, historyId, JSON.stringify(types), limit)
      .map((row) => ({
        historyId: Number(row['history_id']),
        type: String(row['type']) as HistoryType,
        messageId: String(row['message_id']),
        threadId: String(row['thread_id']),
        messageLabels: JSON.parse(String(row['message_labels'])) as string[],
        changedLabels: JSON.parse(String(row['changed_labels'])) as string[],
      }));
  }
}
