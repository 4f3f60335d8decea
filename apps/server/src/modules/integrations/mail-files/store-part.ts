import { Readable } from 'node:stream';
import { limits } from '@repo/contract/limits';
import type { MailFile } from '@repo/contract/mail-files';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { validationFailed } from '#platform/http/app-error.ts';
import { describeStored, findFile } from './describe-file.ts';
import { type FileId, removeSpoolFile, spoolFile, tooLarge, writePart } from './spool.ts';

export interface SentPart {
  request: Pick<FastifyRequest, 'body' | 'headers'>;
  /** Throws where the session ended while the part arrived. */
  requireStill: () => Promise<void>;
}

/**
 * Stores the next part of a file. A part at another position is ignored: it was stored before, or one
 * before it is missing; the result says where to continue. After the last part the file is checked.
 *
 * @throws AppError when the user has no such file, the part is empty or too large, or the disk is full.
 */
export async function storePart(
  { db, config }: Pick<Context, 'db' | 'config'>,
  file: FileId,
  offset: number,
  { request: { body, headers }, requireStill }: SentPart,
): Promise<MailFile> {
  if (!(body instanceof Readable)) throw validationFailed([], 'The part of the file is missing.');
  if (Number(headers['content-length'] ?? 0) > limits.filePartBytes) throw tooLarge();
  const { size, received, state } = await findFile(db, file);
  if (state !== 'uploading' || offset !== received) return describeStored(db, file);
  const target = { offset, maxBytes: size - received };
  const written = await writePart(spoolFile(config.dataDir, file), target, body);
  await requireStill();
  const stored = await db
    .updateTable('mail_files')
    .set({
      received: offset + written,
      changed_at: sql<Date>`now()`,
      ...(offset + written === size && { state: 'checking', turn_at: sql<Date>`now()` }),
    })
    .where('owner_id', '=', file.ownerId)
    .where('id', '=', file.id)
    .where('state', '=', 'uploading')
    .where('received', '=', offset)
    .returning('id')
    .executeTakeFirst();
  // Cancelled meanwhile, or the same part arrived twice.
  if (stored === undefined) await removeUnlessListed(db, config.dataDir, file);
  return describeStored(db, file);
}

async function removeUnlessListed(db: Context['db'], dataDir: string, file: FileId): Promise<void> {
  const listed = await findFile(db, file).catch(() => undefined);
  if (listed === undefined) await removeSpoolFile(dataDir, file);
}
