import { createHash } from 'node:crypto';
import type { Connection } from '#platform/database/create-database.ts';
import type { FileLease } from '../file-lease.ts';
import type { FileId } from './spool.ts';

/** The bytes of a hash that tell the items of one file apart. */
const HASH_BYTES = 16;

/**
 * Finds which items of a file are the first of their kind, since the copies of an email under several labels count
 * once: when it is checked, and again when it is imported.
 *
 * @param ids what copies have in common.
 * @returns the ids that were not met before; each once.
 */
export async function findFirst(
  tx: Connection,
  { ownerId, id, state }: FileLease,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const hashes = new Map(ids.map((one) => [hashOf(one).toString('hex'), one]));
  const isImported = state === 'importing';
  const rows = [...hashes.keys()].map((hash) => ({
    owner_id: ownerId,
    file_id: id,
    item: Buffer.from(hash, 'hex'),
    is_imported: isImported,
  }));
  const found = await tx
    .insertInto('mail_file_items')
    .values(rows)
    .onConflict((conflict) => {
      const same = conflict.columns(['owner_id', 'file_id', 'item']);
      return isImported
        ? same.doUpdateSet({ is_imported: true }).where('mail_file_items.is_imported', '=', false)
        : same.doNothing();
    })
    .returning('item')
    .execute();
  return new Set(found.flatMap(({ item }) => hashes.get(item.toString('hex')) ?? []));
}

const hashOf = (id: string): Buffer =>
  createHash('sha256').update(id).digest().subarray(0, HASH_BYTES);

/** Forgets the items of a file that is not read again. */
export async function forgetItems(db: Connection, { ownerId, id }: FileId): Promise<void> {
  await db
    .deleteFrom('mail_file_items')
    .where('owner_id', '=', ownerId)
    .where('file_id', '=', id)
    .execute();
}
