import { createHash } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { allHeaderText, messageIds } from '../mail/header-text.ts';
import { readMailHead } from '../mail/mail-head.ts';
import type { Owner } from '../owners/owner-store.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { HistoryStore } from './history-store.ts';
import { awayLabels } from './labels.ts';
import type { SearchLag } from './search-lag.ts';
import { ThreadIndex } from './thread-index.ts';

export interface StoredMessage {
  rowId: number;
  id: string;
  threadId: string;
  rfcMessageId: string | undefined;
  /** Milliseconds. */
  internalDate: number;
  historyId: number;
  size: number;
}

export interface NewMessage {
  raw: Buffer;
  /**
   * The email as it came, from which its id is made: it stays the same however far dates are moved.
   */
  original: Buffer;
  internalDate: number;
  labels: readonly string[];
  /** False: it waits for its date. */
  arrived: boolean;
}

/** The emails of all mailboxes, with their labels. Every change writes its history record. */
export class MessageStore {
  readonly #database: DatabaseSync;
  readonly #history: HistoryStore;
  readonly #searchLag: SearchLag;
  readonly #threads: ThreadIndex;
  readonly #insertMessage: StatementSync;
  readonly #insertRaw: StatementSync;
  readonly #insertWords: StatementSync;
  readonly #insertLabel: StatementSync;
  readonly #byId: StatementSync;
  readonly #labels: StatementSync;
  readonly #markArrived: StatementSync;
  readonly #setHistoryId: StatementSync;
  readonly #wasDeleted: StatementSync;

  constructor(database: DatabaseSync, history: HistoryStore, searchLag: SearchLag) {
    this.#database = database;
    this.#history = history;
    this.#searchLag = searchLag;
    this.#threads = new ThreadIndex(database);
    this.#insertMessage = database.prepare(
      `INSERT INTO messages (owner, id, thread_id, rfc_message_id, internal_date, history_id, size, arrived)
       VALUES (?, ?, ?, ?, ?, 0, ?, 0)`,
    );
    this.#insertRaw = database.prepare('INSERT INTO raw_mails (row_id, raw) VALUES (?, ?)');
    this.#insertWords = database.prepare(
      `INSERT INTO search_index (rowid, sender, recipient, copied, blind_copied, subject) VALUES (?, ?, ?, ?, ?, ?)`,
    );
    this.#insertLabel = database.prepare(
      'INSERT OR IGNORE INTO message_labels (row_id, label) VALUES (?, ?)',
    );
    this.#byId = database.prepare('SELECT * FROM messages WHERE owner = ? AND id = ?');
    this.#markArrived = database.prepare('UPDATE messages SET arrived = 1 WHERE row_id = ?');
    this.#setHistoryId = database.prepare('UPDATE messages SET history_id = ? WHERE row_id = ?');
    this.#wasDeleted = database.prepare(
      'SELECT 1 FROM deleted_messages WHERE owner = ? AND id = ?',
    );
    this.#labels = database.prepare(
      'SELECT label FROM message_labels WHERE row_id = ? ORDER BY label',
    );
  }

  /** Adds one email. Call it within a transaction. */
  add(owner: Owner, { raw, original, internalDate, labels, arrived }: NewMessage): StoredMessage {
    const { headers } = readMailHead(raw);
    const id = this.#freeId(owner, original);
    const threadId = this.#threads.assign(owner.id, id, headers);
    const rfcMessageId = messageIds(headers, 'message-id')[0];
    const { lastInsertRowid: rowId } = this.#insertMessage.run(
      owner.id,
      id,
      threadId,
      rfcMessageId ?? null,
      internalDate,
      raw.length,
    );
    this.#insertRaw.run(rowId, raw);
    const words = ['from', 'to', 'cc', 'bcc', 'subject'].map((name) =>
      allHeaderText(headers, name),
    );
    this.#insertWords.run(rowId, ...words);
    for (const label of labels) {
      this.#insertLabel.run(rowId, label);
    }
    const message = {
      rowId: Number(rowId),
      id,
      threadId,
      rfcMessageId,
      internalDate,
      historyId: 0,
      size: raw.length,
    };
    return arrived ? this.#arrive(owner.id, message) : message;
  }

  /** Lets every email arrive whose date has come, each with its history record, oldest first. */
  deliverDue(now: number): void {
    const due = this.#database
      .prepare(
        'SELECT * FROM messages WHERE arrived = 0 AND internal_date <= ? ORDER BY internal_date, row_id',
      )
      .all(now);
    if (due.length > 0) {
      inTransaction(this.#database, () => {
        for (const row of due) {
          this.#arrive(Number(row['owner']), toMessage(row));
        }
      });
    }
  }

  /** An email that has arrived. */
  find(owner: number, id: string): StoredMessage | undefined {
    const row = this.#byId.get(owner, id);
    return row === undefined || row['arrived'] === 0 ? undefined : toMessage(row);
  }

  ofThread(owner: number, threadId: string): StoredMessage[] {
    return this.#database
      .prepare(
        'SELECT * FROM messages WHERE owner = ? AND thread_id = ? AND arrived = 1 ORDER BY internal_date, row_id',
      )
      .all(owner, threadId)
      .map(toMessage);
  }

  labelsOf({ rowId }: StoredMessage): string[] {
    return this.#labels.all(rowId).map((row) => String(row['label']));
  }

  rawOf({ rowId }: StoredMessage): Buffer {
    const raw = this.#database.prepare('SELECT raw FROM raw_mails WHERE row_id = ?').get(rowId)?.[
      'raw'
    ];
    return Buffer.from(raw as Uint8Array);
  }

  counts(owner: number): { messages: number; threads: number; waiting: number } {
    const row = this.#database
      .prepare(
        `SELECT count(*) FILTER (WHERE arrived = 1) AS messages, count(*) FILTER (WHERE arrived = 0) AS waiting,
           count(DISTINCT thread_id) FILTER (WHERE arrived = 1) AS threads FROM messages WHERE owner = ?`,
      )
      .get(owner);
    return {
      messages: Number(row?.['messages']),
      threads: Number(row?.['threads']),
      waiting: Number(row?.['waiting']),
    };
  }

  /** Every label that some email of the user bears. */
  labelsInUse(owner: number): string[] {
    return this.#database
      .prepare(
        'SELECT DISTINCT label FROM message_labels JOIN messages USING (row_id) WHERE owner = ? ORDER BY label',
      )
      .all(owner)
      .map((row) => String(row['label']));
  }

  /** Adds and removes labels. What becomes a draft, spam or trash leaves the inbox. */
  relabel(
    owner: number,
    message: StoredMessage,
    add: readonly string[],
    remove: readonly string[],
  ): void {
    const before = new Set(this.labelsOf(message));
    const leaving = add.some((label) => awayLabels.includes(label)) ? [...remove, 'INBOX'] : remove;
    const removed = leaving.filter((label) => before.has(label) && !add.includes(label));
    const added = add.filter((label) => !before.has(label));
    const remaining = [...before].filter((label) => !removed.includes(label));
    if (removed.length > 0) {
      this.#database
        .prepare(
          'DELETE FROM message_labels WHERE row_id = ? AND label IN (SELECT value FROM json_each(?))',
        )
        .run(message.rowId, JSON.stringify(removed));
      this.#record(owner, message, 'labelRemoved', remaining, removed);
    }
    if (added.length > 0) {
      for (const label of added) {
        this.#insertLabel.run(message.rowId, label);
      }
      this.#record(owner, message, 'labelAdded', [...remaining, ...added].toSorted(), added);
    }
  }

  /** Deletes an email for good. */
  delete(owner: number, message: StoredMessage): void {
    this.#record(owner, message, 'messageDeleted', this.labelsOf(message), []);
    this.#database
      .prepare('INSERT INTO deleted_messages (owner, id) VALUES (?, ?)')
      .run(owner, message.id);
    for (const statement of [
      'DELETE FROM search_index WHERE rowid = ?',
      'DELETE FROM message_labels WHERE row_id = ?',
      'DELETE FROM raw_mails WHERE row_id = ?',
      'DELETE FROM messages WHERE row_id = ?',
    ]) {
      this.#database.prepare(statement).run(message.rowId);
    }
  }

  #arrive(owner: number, message: StoredMessage): StoredMessage {
    this.#markArrived.run(message.rowId);
    this.#searchLag.arrived(message.rowId);
    const historyId = this.#record(owner, message, 'messageAdded', this.labelsOf(message), []);
    return { ...message, historyId };
  }

  #record(
    owner: number,
    { rowId, id, threadId }: StoredMessage,
    type: Parameters<HistoryStore['append']>[1]['type'],
    messageLabels: string[],
    changedLabels: string[],
  ): number {
    const historyId = this.#history.append(owner, {
      type,
      messageId: id,
      threadId,
      messageLabels,
      changedLabels,
    });
    this.#setHistoryId.run(historyId, rowId);
    return historyId;
  }

  /**
   * 16 hexadecimal digits made from the email itself; the same email again, even after its deletion,
   * gets another.
   */
  #freeId(owner: Owner, original: Buffer): string {
    for (let copy = 0; ; copy += 1) {
      const hash = createHash('sha256')
        .update(`${owner.address} ${copy} `)
        .update(original)
        .digest('hex');
      const id = `1${hash.slice(0, 15)}`;
      if (
        this.#byId.get(owner.id, id) === undefined &&
        this.#wasDeleted.get(owner.id, id) === undefined
      ) {
        return id;
      }
    }
  }
}

function toMessage(row: Record<string, unknown>): StoredMessage {
  return {
    rowId: Number(row['row_id']),
    id: String(row['id']),
    threadId: String(row['thread_id']),
    rfcMessageId: row['rfc_message_id'] === null ? undefined : String(row['rfc_message_id']),
    internalDate: Number(row['internal_date']),
    historyId: Number(row['history_id']),
    size: Number(row['size']),
  };
}
