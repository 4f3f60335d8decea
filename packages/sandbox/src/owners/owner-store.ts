import type { DatabaseSync } from 'node:sqlite';

export const ownersSchema = `
  CREATE TABLE owners (
    id INTEGER PRIMARY KEY,
    address TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    aliases TEXT NOT NULL
  )`;

/** A sample user with a Google login. `aliases` are further addresses that they write from. */
export interface Owner {
  id: number;
  address: string;
  name: string;
  aliases: string[];
}

/** The sample users, in the order in which they were added. Addresses are lower-case. */
export class OwnerStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  add(address: string, name: string, aliases: readonly string[]): Owner {
    const { lastInsertRowid } = this.#database
      .prepare('INSERT INTO owners (address, name, aliases) VALUES (?, ?, ?)')
      .run(normalize(address), name, JSON.stringify(aliases.map(normalize)));
    return {
      id: Number(lastInsertRowid),
      address: normalize(address),
      name,
      aliases: aliases.map(normalize),
    };
  }

  rename(id: number, name: string): void {
    this.#database.prepare('UPDATE owners SET name = ? WHERE id = ?').run(name, id);
  }

  list(): Owner[] {
    return this.#database.prepare('SELECT * FROM owners ORDER BY id').all().map(toOwner);
  }

  byAddress(address: string): Owner | undefined {
    const row = this.#database
      .prepare('SELECT * FROM owners WHERE address = ?')
      .get(normalize(address));
    return row === undefined ? undefined : toOwner(row);
  }

  /** @throws Error when the sandbox has no mailbox with this address. */
  require(address: string): Owner {
    const owner = this.byAddress(address);
    if (owner !== undefined) return owner;
    throw new Error(`The sandbox has no mailbox of ${address}. Name it in "mailboxes" first.`);
  }

  byId(id: number): Owner | undefined {
    const row = this.#database.prepare('SELECT * FROM owners WHERE id = ?').get(id);
    return row === undefined ? undefined : toOwner(row);
  }
}

function normalize(address: string): string {
  return address.trim().toLowerCase();
}

function toOwner(row: Record<string, unknown>): Owner {
  return {
    id: Number(row['id']),
    address: String(row['address']),
    name: String(row['name']),
    aliases: JSON.parse(String(row['aliases'])) as string[],
  };
}
