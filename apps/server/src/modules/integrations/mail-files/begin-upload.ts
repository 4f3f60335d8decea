import { limits } from '@repo/contract/limits';
import type { MailFile } from '@repo/contract/mail-files';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError, limitReached } from '#platform/http/app-error.ts';
import { countAttempt, type Limit } from '#platform/rate-limit/rate-limit-counter.ts';
import { lockOwner } from '../../activities/lock-owner.ts';
import { promisedBytes, RESERVED_BYTES } from '../find-room.ts';
import { readFreeBytes } from '../upload-folder.ts';
import { describeStored } from './describe-file.ts';

const GIB = 1024 * 1024 * 1024;
const filesPerDay: Limit = {
  name: 'mail-files',
  attempts: limits.mailFilesPerDay,
  windowSeconds: 24 * 60 * 60,
};

/**
 * Begins the upload of a file, if there is room for all of it.
 *
 * @throws AppError `LIMIT_REACHED` when it is too large or another file is not finished;
 *   `UNAVAILABLE` when the disk has no room for it.
 */
export async function beginUpload(
  { db, config }: Pick<Context, 'db' | 'config'>,
  ownerId: string,
  { name, size }: { name: string; size: number },
  freeBytes = readFreeBytes,
): Promise<MailFile> {
  if (size > limits.mailFileBytes) {
    const gigabytes = (size / GIB).toFixed(1);
    throw limitReached({
      message: `A file can have at most ${limits.mailFileBytes / GIB} GB, and this one has ${gigabytes} GB. Export it in several files.`,
      limit: limits.mailFileBytes,
      current: size,
    });
  }
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, ownerId);
    // A refusal for another reason is rolled back, so that it does not count.
    await countAttempt(tx, [{ limit: filesPerDay, of: ownerId }], 'uploads');
    await requireTurn(tx, ownerId);
    // Two that begin at the same time would otherwise be promised the same room.
    await sql`select pg_advisory_xact_lock(hashtextextended('room for uploads', 0))`.execute(tx);
    requireRoom(size, await freeBytes(config.dataDir), await promisedBytes(tx));
    const { id } = await tx
      .insertInto('mail_files')
      .values({ owner_id: ownerId, name: plainName(name), size })
      .returning('id')
      .executeTakeFirstOrThrow();
    return describeStored(tx, { ownerId, id });
  });
}

/** @throws AppError `UNAVAILABLE` when the disk is too small for all files that have begun. */
export function requireRoom(size: number, freeBytes: number, promised: number): void {
  const room = freeBytes - promised - RESERVED_BYTES;
  if (size <= room) return;
  throw new AppError(
    'UNAVAILABLE',
    `The server has room for ${readable(Math.max(0, room))} now, and the file has ${readable(size)}. Try again later, or ask your administrator.`,
    { retryAfterSeconds: 3_600 },
  );
}

const readable = (bytes: number): string =>
  bytes < GIB ? `${Math.ceil(bytes / 1024 / 1024)} MB` : `${(bytes / GIB).toFixed(1)} GB`;

async function requireTurn(tx: Connection, ownerId: string): Promise<void> {
  const pending = await tx
    .selectFrom('mail_files')
    .select('name')
    .where('owner_id', '=', ownerId)
    .where('state', 'not in', ['finished', 'failed'])
    .execute();
  const [first] = pending;
  if (first === undefined || pending.length < limits.pendingMailFiles) return;
  throw limitReached({
    message: `“${first.name}” is not finished. Import or cancel it before you upload another file.`,
    limit: limits.pendingMailFiles,
    current: pending.length,
  });
}

/** One line without control characters, since it is shown to the user. */
const plainName = (name: string): string =>
  name
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .toWellFormed()
    .trim() || 'File';
