import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { forgetItems } from './file-items.ts';
import { type FileId, isSpooled, listOldSpoolFiles, removeSpoolFile } from './spool.ts';

/**
 * Ends uploads that nothing happened to for a day, and deletes the files on disk that belong to no
 * unfinished upload.
 */
export async function removeExpiredFiles({
  db,
  config,
}: Pick<Context, 'db' | 'config'>): Promise<void> {
  const expired = await db
    .updateTable('mail_files')
    .set({
      state: 'failed',
      message: `The file was not imported within ${limits.mailFileHours} hours and was deleted. Upload it again.`,
      lease_id: null,
      lease_until: null,
      finished_at: sql<Date>`now()`,
    })
    .where('state', 'not in', ['finished', 'failed'])
    .where('changed_at', '<', sql<Date>`now() - make_interval(hours => ${limits.mailFileHours})`)
    .returning(['owner_id as ownerId', 'id'])
    .execute();
  for (const file of expired) {
    await removeSpoolFile(config.dataDir, file);
    await forgetItems(db, file);
  }
  for (const file of await listLeftovers({ db, config })) {
    await removeSpoolFile(config.dataDir, file);
  }
}

/** Lists the files on disk that belong to no upload, except those written in the last minutes. */
export async function listLeftovers({
  db,
  config,
}: Pick<Context, 'db' | 'config'>): Promise<FileId[]> {
  const left: FileId[] = [];
  for (const file of await listOldSpoolFiles(config.dataDir)) {
    const pending = await db
      .selectFrom('mail_files')
      .select('id')
      .where('owner_id', '=', file.ownerId)
      .where('id', '=', file.id)
      .where('state', 'not in', ['finished', 'failed'])
      .executeTakeFirst();
    if (pending === undefined) left.push(file);
  }
  return left;
}

/** Counts the unfinished uploads that have begun to arrive but have no file on the disk. */
export async function countMissingFiles({
  db,
  config,
}: Pick<Context, 'db' | 'config'>): Promise<number> {
  const pending = await db
    .selectFrom('mail_files')
    .select(['owner_id as ownerId', 'id'])
    .where('state', 'not in', ['finished', 'failed'])
    .where('received', '>', 0)
    .execute();
  const found = await Promise.all(pending.map((file) => isSpooled(config.dataDir, file)));
  return found.filter((isThere) => !isThere).length;
}
