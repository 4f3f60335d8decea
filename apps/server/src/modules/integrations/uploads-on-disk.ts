import type { Context } from '#platform/context.ts';
import { type FileId, isSpooled, listOldSpoolFiles } from './mail-files/spool.ts';

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
