import { createHash } from 'node:crypto';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Owner } from '../owners/owner-store.ts';
import type { Call } from './call.ts';

/** `held_at` in epoch milliseconds; `call` is what was put in, as JSON. */
export const callsSchema = `
  CREATE TABLE calls (
    owner INTEGER NOT NULL REFERENCES owners (id),
    id TEXT NOT NULL,
    held_at INTEGER NOT NULL,
    call TEXT NOT NULL,
    PRIMARY KEY (owner, id)
  ) WITHOUT ROWID;
  CREATE INDEX calls_by_date ON calls (owner, held_at)`;

export type StoredCall = Call & { id: string };

/** The recorded calls of everyone. */
export class CallStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Adds a call, or changes the call with the same id. Returns its id. */
  put(owner: Owner, call: Call): string {
    const id = call.id ?? makeId(owner, call);
    this.#database
      .prepare('INSERT OR REPLACE INTO calls (owner, id, held_at, call) VALUES (?, ?, ?, ?)')
      .run(owner.id, id, call.date, JSON.stringify({ ...call, id }));
    return id;
  }

  delete(owner: Owner, id: string): boolean {
    const { changes } = this.#database
      .prepare('DELETE FROM calls WHERE owner = ? AND id = ?')
      .run(owner.id, id);
    return Number(changes) > 0;
  }

  find(owner: Owner, id: string): StoredCall | undefined {
    const row = this.#database
      .prepare('SELECT call FROM calls WHERE owner = ? AND id = ?')
      .get(owner.id, id);
    return row === undefined ? undefined : toCall(row);
  }

  /** Newest first, within both bounds (epoch milliseconds) where they are given. */
  list(owner: Owner, from = -Infinity, to = Infinity): StoredCall[] {
    const bound = (instant: number): SQLInputValue =>
      Math.max(-8.64e15, Math.min(8.64e15, instant));
    return this.#database
      .prepare(
        'SELECT call FROM calls WHERE owner = ? AND held_at BETWEEN ? AND ? ORDER BY held_at DESC, id',
      )
      .all(owner.id, bound(from), bound(to))
      .map(toCall);
  }
}

function toCall(row: Record<string, unknown>): StoredCall {
  return JSON.parse(String(row['call'])) as StoredCall;
}

/** Like Fireflies' ids: 26 letters and digits. */
function makeId({ address }: Owner, { title, date }: Call): string {
  const digest = createHash('sha256').update(`${address} ${date} ${title}`).digest('hex');
  return `01${digest.slice(0, 24).toUpperCase()}`;
}
