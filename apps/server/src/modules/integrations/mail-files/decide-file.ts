import { sql } from 'kysely';
import type { MailFile } from '@repo/contract/mail-files';
import type { Context } from '#platform/context.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { describeStored, findFile } from './describe-file.ts';
import { type FileId, removeSpoolFile } from './spool.ts';

/**
 * Imports a file that was checked.
 *
 * @throws AppError when the user has no such file, or it cannot be imported now.
 */
export async function startImport({ db }: Pick<Context, 'db'>, file: FileId): Promise<MailFile> {
  const started = await db
    .updateTable('mail_files')
    .set({
      state: 'importing',
      items: 0,
      bytes_read: 0,
      passed: 0,
      turn_at: sql<Date>`now()`,
      changed_at: sql<Date>`now()`,
    })
    .where('owner_id', '=', file.ownerId)
    .where('id', '=', file.id)
    .where('state', '=', 'ready')
    .returning('id')
    .executeTakeFirst();
  if (started === undefined) {
    const { state } = await findFile(db, file);
    throw new AppError('CONFLICT', conflicts[state] ?? 'The file is being imported already.');
  }
  return describeStored(db, file);
}

const conflicts: Partial<Record<MailFile['state'], string>> = {
  uploading: 'The file is not uploaded completely.',
  checking: 'The file is still being checked. Try again in a moment.',
  finished: 'The file is imported already. Upload it again to import further domains.',
  failed: 'The file was deleted. Upload it again.',
};

/**
 * Cancels a file, or removes a finished one from the list. Imported activities stay.
 *
 * @throws AppError when the user has no such file.
 */
export async function cancelFile(
  { db, config }: Pick<Context, 'db' | 'config'>,
  file: FileId,
): Promise<void> {
  const deleted = await db
    .deleteFrom('mail_files')
    .where('owner_id', '=', file.ownerId)
    .where('id', '=', file.id)
    .returning('id')
    .executeTakeFirst();
  if (deleted === undefined) throw notFound('File');
  await removeSpoolFile(config.dataDir, file);
}
