import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { describedTables } from '#platform/database/data-register/data-register.ts';
import { secretsOf } from '#platform/secrets/secrets-of.ts';
import { erasureContext, namesOfErased } from '#modules/activities/erased-contacts.ts';
import { addNamesToWorkspaces, renameProtections } from '#modules/activities/rename-protections.ts';
import { finishPublishing } from '#modules/activities/finish-publishing.ts';
import { readPrimaryKeys } from './archive/read-pages.ts';
import { eraseCaptured, WINDOW_SIZE } from './erasure/erase-captured.ts';
import {
  type ErasedTable,
  eraseFromTable,
  type TablePosition,
} from './erasure/erase-from-table.ts';

/** How much was erased: captured copies, and rows of other tables by the table's name. */
export type ErasureCounts = Record<string, number>;

interface StoredErasure {
  user_position: string | null;
  captured_position: string | null;
  counts: ErasureCounts;
  addresses: readonly string[];
}

interface RunOptions {
  signal?: AbortSignal;
  windowSize?: number;
}

/**
 * Erases a contact, in recorded steps of one transaction each, so that a process continues after it, or
 * another one, was killed. First the activities of each user, then the other tables.
 *
 * @returns the counts of the certificate; undefined for an erasure that does not exist.
 */
export async function runErasure(
  db: Database,
  id: string,
  { signal, windowSize = WINDOW_SIZE }: RunOptions = {},
): Promise<ErasureCounts | undefined> {
  await db.transaction().execute((tx) => beginRenaming(tx, id));
  for (;;) {
    signal?.throwIfAborted();
    const step = await db.transaction().execute((tx) => eraseOfNextUser(tx, id, windowSize));
    if (step === undefined) break;
    await finishPublishing(db, step.userId);
  }
  const primaryKeys = await readPrimaryKeys(db);
  for (const [table, described] of Object.entries(describedTables)) {
    const of = { table, described, primaryKey: primaryKeys.get(table) ?? [] };
    let position: TablePosition | undefined = { after: undefined };
    while (position !== undefined) {
      signal?.throwIfAborted();
      const { after }: TablePosition = position;
      // Each by itself: on a cluster, one transaction cannot change tables of every kind.
      position = await db.transaction().execute((tx) => eraseSome(tx, id, of, { after }));
    }
  }
  await db
    .updateTable('contact_erasures')
    .set({ finished_at: sql`now()`, sealed: null, key_id: null })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute();
  const row = await db
    .selectFrom('contact_erasures')
    .select('counts')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.counts;
}

/** One step for one user; undefined when all were looked through. */
async function eraseOfNextUser(
  tx: Connection,
  id: string,
  windowSize: number,
): Promise<{ userId: string } | undefined> {
  const erasure = await lockErasure(tx, id);
  if (erasure === undefined) return undefined;
  // A user with activities that are not all looked through, or the next user.
  const isWithin = erasure.captured_position !== null;
  const { rows } = await sql<{ id: string }>`
    select id from users
    where id ${isWithin ? sql`>=` : sql`>`} coalesce(${erasure.user_position}::uuid, '00000000-0000-0000-0000-000000000000')
    order by id limit 1`.execute(tx);
  const userId = rows[0]?.id;
  if (userId === undefined) return undefined;
  const after = userId === erasure.user_position ? erasure.captured_position : null;
  const { addresses } = erasure;
  const { removed, last } = await eraseCaptured(tx, { userId, after, addresses }, windowSize);
  // After the last email with an address: no comparison can mark its conversation under the address any more.
  if (last === undefined) await renameProtections(tx, userId, await namesOfErased(tx, addresses));
  await tx
    .updateTable('contact_erasures')
    .set({
      user_position: userId,
      captured_position: last ?? null,
      counts: JSON.stringify(added(erasure.counts, { captured_activities: removed })),
    })
    .where('id', '=', id)
    .execute();
  return { userId };
}

/** @returns where to go on; undefined when the table has no more of the contact. */
async function eraseSome(
  tx: Connection,
  id: string,
  of: ErasedTable,
  { after }: TablePosition,
): Promise<TablePosition | undefined> {
  const erasure = await lockErasure(tx, id);
  if (erasure === undefined) return undefined;
  const { erased, next } = await eraseFromTable(tx, of, { addresses: erasure.addresses, after });
  if (erased > 0) {
    const counts = JSON.stringify(added(erasure.counts, { [of.table]: erased }));
    await tx.updateTable('contact_erasures').set({ counts }).where('id', '=', id).execute();
  }
  return next;
}

async function beginRenaming(tx: Connection, id: string): Promise<void> {
  const erasure = await lockErasure(tx, id);
  if (erasure === undefined) return;
  await addNamesToWorkspaces(tx, await namesOfErased(tx, erasure.addresses));
}

/** The erasure, which no other process works on until the transaction ends; undefined when it is finished. */
async function lockErasure(tx: Connection, id: string): Promise<StoredErasure | undefined> {
  const row = await tx
    .selectFrom('contact_erasures')
    .selectAll()
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined || row.sealed === null || row.key_id === null) return undefined;
  const sealed = { bytes: row.sealed, keyId: row.key_id };
  const addresses = secretsOf(tx).open(sealed, erasureContext(id)) as string[];
  return { ...row, addresses };
}

const added = (one: ErasureCounts, other: ErasureCounts): ErasureCounts => {
  const sum: ErasureCounts = { ...one };
  for (const [name, count] of Object.entries(other)) {
    if (count > 0) sum[name] = (sum[name] ?? 0) + count;
  }
  return sum;
};
