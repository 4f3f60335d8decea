import type { DatabaseSync } from 'node:sqlite';
import type { MessageStore, StoredMessage } from '../gmail/message-store.ts';
import type { Owner } from '../owners/owner-store.ts';
import { inTransaction } from '../storage/transaction.ts';

export interface MailFolder {
  id: string;
  parent: string | null;
  name: string;
  wellKnown: string | null;
}

/** A message with its place. */
export interface MailItem {
  message: StoredMessage;
  folder: string;
  /** How often it moved, which an id that is not immutable depends on. */
  moves: number;
  /** Milliseconds. */
  modified: number;
}

/** The folders that every mailbox has. */
const standardFolders: readonly [wellKnown: string, name: string, german: string][] = [
  ['inbox', 'Inbox', 'Posteingang'],
  ['sentitems', 'Sent Items', 'Gesendete Elemente'],
  ['drafts', 'Drafts', 'Entwürfe'],
  ['deleteditems', 'Deleted Items', 'Gelöschte Elemente'],
  ['junkemail', 'Junk Email', 'Junk-E-Mail'],
  ['outbox', 'Outbox', 'Postausgang'],
  ['archive', 'Archive', 'Archiv'],
];
export const rootFolder = 'AQMkRoot';

const folderOf = (wellKnown: string): string => `AQMk-${wellKnown}`;
const germanNames = new Map(standardFolders.map(([wellKnown, , german]) => [wellKnown, german]));

/** The name that a mailbox in German shows. */
export const localName = ({ wellKnown, name }: MailFolder): string =>
  (wellKnown === null ? undefined : germanNames.get(wellKnown)) ?? name;

/**
 * Each user's messages in folders. It follows the messages that `gmail` has: new ones appear in the inbox or under
 * sent items, and the labels for drafts, spam and trash move them.
 */
export class MailboxStore {
  readonly #database: DatabaseSync;
  readonly #messages: MessageStore;
  readonly #now: () => number;

  constructor(database: DatabaseSync, messages: MessageStore, now: () => number) {
    this.#database = database;
    this.#messages = messages;
    this.#now = now;
  }

  /** Takes over what happened to the messages since the last call. Makes the folders the first time. */
  catchUp({ id: owner }: Owner): void {
    this.#messages.deliverDue(this.#now());
    inTransaction(this.#database, () => {
      this.#makeFolders(owner);
      const changed = this.#database
        .prepare(
          `SELECT id, history_id, folder FROM messages LEFT JOIN microsoft_items AS item
             ON item.owner = messages.owner AND item.message = messages.id
           WHERE messages.owner = ? AND arrived = 1 AND (item.seen IS NULL OR item.seen <> history_id)
           ORDER BY internal_date, row_id`,
        )
        .all(owner);
      for (const row of changed) {
        const message = this.#messages.find(owner, String(row['id']));
        if (message === undefined) continue;
        const folder = this.#folderByLabels(message, row['folder']);
        this.#place(owner, message.id, folder, Number(row['history_id']));
      }
      const gone = this.#database
        .prepare(
          `SELECT message, folder FROM microsoft_items AS item WHERE owner = ?
             AND NOT EXISTS (SELECT 1 FROM messages WHERE messages.owner = item.owner AND id = message)`,
        )
        .all(owner);
      for (const row of gone) {
        const [message, folder] = [String(row['message']), String(row['folder'])];
        this.#record(owner, folder, message);
        this.#database
          .prepare('DELETE FROM microsoft_items WHERE owner = ? AND message = ?')
          .run(owner, message);
      }
    });
  }

  folders(owner: number): MailFolder[] {
    return this.#database
      .prepare('SELECT * FROM microsoft_folders WHERE owner = ? ORDER BY id')
      .all(owner)
      .map((row) => ({
        id: String(row['id']),
        parent: row['parent'] === null ? null : String(row['parent']),
        name: String(row['name']),
        wellKnown: row['well_known'] === null ? null : String(row['well_known']),
      }));
  }

  /** By its id or well-known name. */
  findFolder(owner: number, wanted: string): MailFolder | undefined {
    return this.folders(owner).find(({ id, wellKnown }) => id === wanted || wellKnown === wanted);
  }

  count(owner: number, folder: string): number {
    return Number(
      this.#database
        .prepare('SELECT count(*) AS n FROM microsoft_items WHERE owner = ? AND folder = ?')
        .get(owner, folder)?.['n'],
    );
  }

  find(owner: number, messageId: string): MailItem | undefined {
    const row = this.#database
      .prepare('SELECT * FROM microsoft_items WHERE owner = ? AND message = ?')
      .get(owner, messageId);
    const message = row && this.#messages.find(owner, messageId);
    if (row === undefined || message === undefined) return undefined;
    return {
      message,
      folder: String(row['folder']),
      moves: Number(row['moves']),
      modified: Number(row['modified']),
    };
  }

  /** At most `limit` items of a folder after a message, in the order of their ids. */
  itemsAfter(owner: number, folder: string, after: string, limit: number): MailItem[] {
    return this.#database
      .prepare(
        `SELECT message FROM microsoft_items WHERE owner = ? AND folder = ? AND message > ?
         ORDER BY message LIMIT ?`,
      )
      .all(owner, folder, after, limit)
      .flatMap((row) => this.find(owner, String(row['message'])) ?? []);
  }

  /** What changed in a folder after a number, each message once, with the number of its last change. */
  changesAfter(
    owner: number,
    folder: string,
    after: number,
    limit: number,
  ): { message: string; seq: number; times: number }[] {
    return this.#database
      .prepare(
        `SELECT message, max(seq) AS last, count(*) AS times FROM microsoft_changes
         WHERE owner = ? AND folder = ? AND seq > ? GROUP BY message ORDER BY last LIMIT ?`,
      )
      .all(owner, folder, after, limit)
      .map((row) => ({
        message: String(row['message']),
        seq: Number(row['last']),
        times: Number(row['times']),
      }));
  }

  lastChange(): number {
    const row = this.#database.prepare('SELECT max(seq) AS last FROM microsoft_changes').get();
    return Number(row?.['last'] ?? 0);
  }

  /** Links of delta queries belong to a generation. */
  generation(owner: number): number {
    const row = this.#database
      .prepare('SELECT generation FROM microsoft_mailboxes WHERE owner = ?')
      .get(owner);
    return Number(row?.['generation'] ?? 0);
  }

  /** Invalidates all links that were given out. */
  expireLinks(owner: number): void {
    this.#database
      .prepare('UPDATE microsoft_mailboxes SET generation = generation + 1 WHERE owner = ?')
      .run(owner);
  }

  createFolder(owner: number, name: string, parent: string): MailFolder {
    const id = `AQMk-${Buffer.from(`${this.folders(owner).length}:${name}`).toString('base64url')}`;
    this.#insertFolder(owner, { id, parent, name, wellKnown: null });
    return { id, parent, name, wellKnown: null };
  }

  changeFolder(owner: number, id: string, { name, parent }: { name?: string; parent?: string }) {
    this.#database
      .prepare(
        `UPDATE microsoft_folders SET name = coalesce(?, name), parent = coalesce(?, parent)
         WHERE owner = ? AND id = ?`,
      )
      .run(name ?? null, parent ?? null, owner, id);
  }

  /** Deletes a folder for good, with all that is in it. */
  deleteFolder(owner: number, id: string): void {
    inTransaction(this.#database, () => this.#deleteTree(owner, id));
  }

  move(owner: number, messageId: string, folder: string): void {
    const item = this.find(owner, messageId);
    if (item !== undefined) this.#place(owner, messageId, folder, item.message.historyId);
  }

  /** A message whose flags changed, for example because it was read. */
  touch(owner: number, messageId: string): void {
    const item = this.find(owner, messageId);
    if (item === undefined) return;
    this.#database
      .prepare('UPDATE microsoft_items SET modified = ? WHERE owner = ? AND message = ?')
      .run(this.#now(), owner, messageId);
    this.#record(owner, item.folder, messageId);
  }

  #deleteTree(owner: number, id: string): void {
    for (const child of this.folders(owner)) {
      if (child.parent === id) this.#deleteTree(owner, child.id);
    }
    for (const { message } of this.itemsAfter(owner, id, '', -1)) {
      this.#messages.delete(owner, message);
    }
    for (const table of ['microsoft_items', 'microsoft_changes']) {
      this.#database.prepare(`DELETE FROM ${table} WHERE owner = ? AND folder = ?`).run(owner, id);
    }
    this.#database
      .prepare('DELETE FROM microsoft_folders WHERE owner = ? AND id = ?')
      .run(owner, id);
  }

  #makeFolders(owner: number): void {
    const { changes } = this.#database
      .prepare('INSERT OR IGNORE INTO microsoft_mailboxes (owner) VALUES (?)')
      .run(owner);
    if (Number(changes) === 0) return;
    for (const [wellKnown, name] of standardFolders) {
      this.#insertFolder(owner, { id: folderOf(wellKnown), parent: rootFolder, name, wellKnown });
    }
  }

  #insertFolder(owner: number, { id, parent, name, wellKnown }: MailFolder): void {
    this.#database
      .prepare(
        'INSERT INTO microsoft_folders (owner, id, parent, name, well_known) VALUES (?, ?, ?, ?, ?)',
      )
      .run(owner, id, parent, name, wellKnown);
  }

  #folderByLabels(message: StoredMessage, current: unknown): string {
    const labels = this.#messages.labelsOf(message);
    if (labels.includes('TRASH')) return folderOf('deleteditems');
    if (labels.includes('SPAM')) return folderOf('junkemail');
    if (labels.includes('DRAFT')) return folderOf('drafts');
    const away = ['deleteditems', 'junkemail', 'drafts'].map(folderOf);
    if (typeof current === 'string' && !away.includes(current)) return current;
    return folderOf(labels.includes('SENT') ? 'sentitems' : 'inbox');
  }

  #place(owner: number, messageId: string, folder: string, seen: number): void {
    const before = this.#database
      .prepare('SELECT folder, moves FROM microsoft_items WHERE owner = ? AND message = ?')
      .get(owner, messageId);
    const from = before === undefined ? undefined : String(before['folder']);
    const moves = Number(before?.['moves'] ?? 0) + (from === undefined || from === folder ? 0 : 1);
    this.#database
      .prepare(
        `INSERT OR REPLACE INTO microsoft_items (owner, message, folder, seen, moves, modified)
         VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .run(owner, messageId, folder, seen, moves, this.#now());
    if (from !== undefined && from !== folder) this.#record(owner, from, messageId);
    this.#record(owner, folder, messageId);
  }

  #record(owner: number, folder: string, messageId: string): void {
    this.#database
      .prepare('INSERT INTO microsoft_changes (owner, folder, message) VALUES (?, ?, ?)')
      .run(owner, folder, messageId);
  }
}
