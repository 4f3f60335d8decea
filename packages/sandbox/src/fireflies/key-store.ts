import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Owner, OwnerStore } from '../owners/owner-store.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Only who has a limit or a refused key has a row in `fireflies_keys`. Days are days of UTC. */
export const keysSchema = `
  CREATE TABLE fireflies_keys (
    owner INTEGER PRIMARY KEY REFERENCES owners (id),
    is_refused INTEGER NOT NULL,
    requests_a_day INTEGER
  );
  CREATE TABLE fireflies_requests (
    owner INTEGER NOT NULL REFERENCES owners (id),
    day INTEGER NOT NULL,
    requests INTEGER NOT NULL,
    PRIMARY KEY (owner, day)
  ) WITHOUT ROWID`;

export interface KeySettings {
  isRefused: boolean;
  /** Undefined: as many as one likes. */
  requestsADay: number | undefined;
}

/** The API key of a sample user: always the same, so that it can be written down. */
export function firefliesKey(address: string): string {
  const digest = createHash('sha256').update(`fireflies ${address.toLowerCase()}`).digest('hex');
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

/** Whose keys they are, whether they work, and how often each was used today. */
export class KeyStore {
  readonly #database: DatabaseSync;
  readonly #owners: OwnerStore;

  constructor(database: DatabaseSync, owners: OwnerStore) {
    this.#database = database;
    this.#owners = owners;
  }

  ownerOf(key: string): Owner | undefined {
    return this.#owners.list().find(({ address }) => firefliesKey(address) === key);
  }

  settings({ id }: Owner): KeySettings {
    const row = this.#database.prepare('SELECT * FROM fireflies_keys WHERE owner = ?').get(id);
    return {
      isRefused: row?.['is_refused'] === 1,
      requestsADay: row?.['requests_a_day'] == null ? undefined : Number(row['requests_a_day']),
    };
  }

  change(owner: Owner, settings: KeySettings): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO fireflies_keys VALUES (?, ?, ?)')
      .run(owner.id, Number(settings.isRefused), settings.requestsADay ?? null);
  }

  /** Counts a request. Returns when the next one may come, where this one is one too many. */
  countRequest(owner: Owner, now: number): number | undefined {
    const day = Math.floor(now / dayMs);
    const { requestsADay = Infinity } = this.settings(owner);
    if (this.requestsToday(owner, now) >= requestsADay) {
      return (day + 1) * dayMs;
    }
    this.#database
      .prepare(
        `INSERT INTO fireflies_requests VALUES (?, ?, 1)
         ON CONFLICT (owner, day) DO UPDATE SET requests = requests + 1`,
      )
      .run(owner.id, day);
    return undefined;
  }

  requestsToday({ id }: Owner, now: number): number {
    const row = this.#database
      .prepare('SELECT requests FROM fireflies_requests WHERE owner = ? AND day = ?')
      .get(id, Math.floor(now / dayMs));
    return Number(row?.['requests'] ?? 0);
  }
}
