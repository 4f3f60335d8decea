import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { readFreeBytes } from './upload-folder.ts';

const GIB = 1024 * 1024 * 1024;
/** The part of the disk that uploads leave to the rest of the server; bytes. */
export const RESERVED_BYTES = 2 * GIB;
/** After this time without a new part, an upload keeps no room from others. It can still be continued. */
const PROMISE_MINUTES = 15;

/** Finds the size that a new upload may have now; bytes. */
export const findRoom = async (
  { db, config }: Pick<Context, 'db' | 'config'>,
  freeBytes = readFreeBytes,
): Promise<number> =>
  (await freeBytes(config.dataDir)) - (await promisedBytes(db)) - RESERVED_BYTES;

/** The bytes that are missing of the files that are being uploaded now, of all users. */
export async function promisedBytes(db: Connection): Promise<number> {
  const { bytes } = await db
    .selectFrom('mail_files')
    .select(sql<number>`coalesce(sum(size - received), 0)::bigint`.as('bytes'))
    .where('state', '=', 'uploading')
    .where('changed_at', '>', sql<Date>`now() - make_interval(mins => ${PROMISE_MINUTES})`)
    .executeTakeFirstOrThrow();
  return bytes;
}
