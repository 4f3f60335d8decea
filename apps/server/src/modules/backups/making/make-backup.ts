import path from 'node:path';
import { restoreBackup } from '@repo/backup/restore-backup';
import { writeBackup } from '@repo/backup/write-backup';
import { someOf } from '@repo/domain/text/plural';
import { readCredentialKeyIds, restoredSchema } from '#platform/database/backup-schema.ts';
import { withScratchDatabase } from './scratch-database.ts';

export interface MadeBackup {
  bytes: number;
  rows: number;
}

/**
 * Writes a backup and proves that it can be restored, by restoring it into a scratch database on the same
 * server. Needs the size of the database again on its disk for that time.
 *
 * @throws an error that says what failed. The file is then either absent or complete but unproven.
 */
export async function makeBackup(databaseUrl: string, file: string): Promise<MadeBackup> {
  const written = await writeBackup(databaseUrl, file, readCredentialKeyIds);
  await verifyBackup(databaseUrl, file, written);
  return { bytes: written.bytes, rows: written.rows };
}

/** @throws an error when the file cannot be restored, or does not contain what was written. */
export async function verifyBackup(
  databaseUrl: string,
  file: string,
  written: { tables: number; rows: number },
): Promise<void> {
  const restored = await withScratchDatabase(databaseUrl, (url) =>
    restoreBackup(url, file, { schema: restoredSchema(url), replaces: false }),
  );
  if (restored.rows === written.rows && restored.tables === written.tables) return;
  throw new Error(
    `${path.basename(file)} was restored with ${someOf(restored.rows, written.rows, 'row')} and ${someOf(restored.tables, written.tables, 'table')}: do not rely on it.`,
  );
}
