import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { listLeftovers } from '../uploads-on-disk.ts';
import { forgetItems } from './file-items.ts';
import { removeSpoolFile } from './spool.ts';

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
