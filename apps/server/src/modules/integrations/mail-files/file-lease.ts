import { sql } from 'kysely';
import type { Connection, Database } from '../../../platform/database/create-database.ts';
import type { FileId } from './spool.ts';

/** How long a lease is valid without being renewed; a file of a process that died waits for it. */
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

/** Takes the file that has waited longest to be read. */
export async function takeFileLease(db: Database): Promise<FileLease | undefined> {
  const { rows } = await sql<FileLease>`
    update mail_files set
      lease_id = gen_random_uuid(),
      lease_until = now() + make_interval(secs => ${leaseSeconds}),
      turn_at = now()
    where (owner_id, id) = (
      select owner_id, mail_files.id from mail_files join users on users.id = owner_id
      where state in ('checking', 'importing') and users.is_active
        and (lease_until is null or lease_until < now())
      order by turn_at limit 1
      for no key update of mail_files skip locked
    )
    returning owner_id as "ownerId", id, lease_id as "leaseId", state`.execute(db);
  return rows[0];
}

/** Whether another file waits to be read. */
export async function hasWaitingFile(db: Database): Promise<boolean> {
  const waiting = await db
    .selectFrom('mail_files')
    .select('id')
    .where('state', 'in', ['checking', 'importing'])
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
