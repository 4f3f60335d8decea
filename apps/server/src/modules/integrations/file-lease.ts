import { randomUUID } from 'node:crypto';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { MAX_CANDIDATES } from './reading/lease.ts';
import type { FileId } from './mail-files/spool.ts';

/**
 * The validity of a lease that is not renewed; a file of a process that died waits for it.
 */
export const leaseSeconds = 30;

/** The right to read one file, which one process at a time has. */
export interface FileLease extends FileId {
  leaseId: string;
  state: 'checking' | 'importing';
}

/** The file was cancelled, or another process reads it: nothing more of it may be stored. */
export class FileLeaseLostError extends Error {
  override name = 'FileLeaseLostError';
}

/**
 * Takes the file that has waited longest to be read.
 *
 * @param maxBytes only of files that are not larger.
 */
export async function takeFileLease(
  db: Database,
  maxBytes: number = limits.mailFileBytes,
): Promise<FileLease | undefined> {
  const isWaiting = sql<boolean>`state in ('checking', 'importing')
    and (lease_until is null or lease_until < now())`;
  const { rows: candidates } = await sql<FileId>`
    select owner_id as "ownerId", mail_files.id
    from mail_files join users on users.id = owner_id
    where users.is_active and size <= ${maxBytes} and ${isWaiting}
    order by turn_at limit ${MAX_CANDIDATES}`.execute(db);
  for (const { ownerId, id } of candidates) {
    const { rows } = await sql<FileLease>`
      update mail_files set
        lease_id = ${randomUUID()},
        lease_until = now() + make_interval(secs => ${leaseSeconds}),
        turn_at = now()
      where owner_id = ${ownerId} and id = (
        select id from mail_files
        where owner_id = ${ownerId} and id = ${id} and ${isWaiting}
        for no key update skip locked)
      returning owner_id as "ownerId", id, lease_id as "leaseId", state`.execute(db);
    if (rows[0] !== undefined) return rows[0];
  }
  return undefined;
}

/** Whether another file waits that `takeFileLease` would take. */
export async function hasWaitingFile(db: Database): Promise<boolean> {
  const waiting = await db
    .selectFrom('mail_files')
    .innerJoin('users', 'users.id', 'mail_files.owner_id')
    .select('mail_files.id')
    .where('users.is_active', '=', true)
    .where('mail_files.state', 'in', ['checking', 'importing'])
    .where(sql<boolean>`lease_until is null or lease_until < now()`)
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}

/** The rows of the file, as long as the lease is held. */
const held = ({ ownerId, id, leaseId, state }: FileLease) =>
  sql<boolean>`owner_id = ${ownerId} and id = ${id} and lease_id = ${leaseId} and state = ${state}`;

/** @returns whether the lease is still held. */
export async function renewFileLease(db: Database, lease: FileLease): Promise<boolean> {
  const renewed = await db
    .updateTable('mail_files')
    .set({ lease_until: sql<Date>`now() + make_interval(secs => ${leaseSeconds})` })
    .where(held(lease))
    .returning('id')
    .executeTakeFirst();
  return renewed !== undefined;
}

/** Locks the file for the transaction. @throws FileLeaseLostError */
export async function requireFileLease(tx: Connection, lease: FileLease): Promise<void> {
  const found = await tx
    .selectFrom('mail_files')
    .select('id')
    .where(held(lease))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (found === undefined) throw new FileLeaseLostError('The file is no longer to be read.');
}

/**
 * Stops reading a user's files: batches still being read are not stored. Files of an inactive user are not
 * read. Call it in the transaction that deactivates the user, before locking the user (docs/ARCHITECTURE.md,
 * "Lock order").
 */
export async function stopFiles(tx: Connection, ownerId: string): Promise<void> {
  await tx
    .updateTable('mail_files')
    .set({ lease_id: null, lease_until: null })
    .where('owner_id', '=', ownerId)
    .where('lease_id', 'is not', null)
    .execute();
}

/** Leaves the file to the next turn, which begins after a wait at the earliest. */
export async function endFileLease(
  db: Database,
  lease: FileLease,
  waitSeconds: number,
): Promise<void> {
  await db
    .updateTable('mail_files')
    .set({
      turn_at: sql<Date>`now()`,
      lease_until: sql<Date>`now() + make_interval(secs => ${waitSeconds})`,
    })
    .where(held(lease))
    .execute();
}
