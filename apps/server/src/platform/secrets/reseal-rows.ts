import type { Sealed, SecretBox } from './secret-box.ts';

/** A row of a table with a sealed secret. */
export interface SealedRow extends Sealed {
  /** The rows are read in the order of this id. */
  id: string;
}

/** A table whose rows have sealed secrets. */
export interface SealedTable<Row extends SealedRow> {
  /** The next rows, after an id, that are not sealed with the current key. */
  list: (after: string, limit: number) => Promise<Row[]>;
  /** The place of a secret, without which it does not open. */
  contextOf: (row: Row) => string;
  /** Stores a secret if it is still the one that was read. Returns how many rows changed. */
  store: (row: Row, sealed: Sealed) => Promise<bigint>;
}

export interface Resealed {
  /** How many secrets were sealed again. */
  resealed: number;
  /** The ids of the keys that are unknown. */
  missingKeys: string[];
}

const ROWS_AT_ONCE = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Seals the secrets of a table with the current key, row by row: may be interrupted and repeated, and run beside
 * servers.
 */
export async function resealRows<Row extends SealedRow>(
  secretBox: SecretBox,
  { list, contextOf, store }: SealedTable<Row>,
): Promise<Resealed> {
  const missingKeys = new Set<string>();
  let resealed = 0;
  let after = FIRST_ID;
  for (;;) {
    const rows = await list(after, ROWS_AT_ONCE);
    for (const row of rows) {
      after = row.id;
      const context = contextOf(row);
      let sealed;
      try {
        sealed = secretBox.seal(secretBox.open(row, context), context);
      } catch {
        missingKeys.add(row.keyId);
        continue;
      }
      resealed += Number(await store(row, sealed));
    }
    if (rows.length < ROWS_AT_ONCE) return { resealed, missingKeys: [...missingKeys] };
  }
}
