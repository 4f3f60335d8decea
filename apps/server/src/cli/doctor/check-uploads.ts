import { plural } from '@repo/domain/text/plural';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { limits } from '@repo/contract/limits';
import { findRoom } from '#modules/integrations/find-room.ts';
import { readFreeBytes, uploadFolder } from '#modules/integrations/upload-folder.ts';
import { countMissingFiles, listLeftovers } from '#modules/integrations/uploads-on-disk.ts';
import type { Finding } from '#modules/integrations/provider/provider-check.ts';
import type { CliContext } from '../command.ts';

const GIB = 1024 ** 3;
const subject = 'Uploaded files';

/** Checks the folder that people upload files with emails to. Changes nothing. */
export async function checkUploads(
  { db, config }: Pick<CliContext, 'db' | 'config'>,
  freeBytes = readFreeBytes,
): Promise<Finding> {
  const folder = uploadFolder(config.dataDir);
  const bad = (says: string): Finding => ({ subject, state: 'bad', says });
  const unusable = await problemOf(folder, config.dataDir);
  if (unusable !== undefined) return bad(unusable);
  const room = await findRoom({ db, config }, freeBytes);
  if (room <= 0) {
    return bad(
      `there is no room on the disk of ${config.dataDir}: uploads leave 2 GB of it free. Free some, or move DATA_DIR to a larger disk.`,
    );
  }
  const missing = await countMissingFiles({ db, config });
  if (missing > 0) {
    return bad(
      `${plural(missing, 'unfinished upload is', 'unfinished uploads are')} not in ${folder}. All processes have to share DATA_DIR, and backups do not contain it; the people concerned upload again.`,
    );
  }
  const leftovers = await listLeftovers({ db, config });
  if (leftovers.length > 0) {
    return {
      subject,
      state: 'check',
      says: `${plural(leftovers.length, 'file')} in ${folder} without an upload. The server removes them every hour: is it running?`,
    };
  }
  const largest = Math.min(room, limits.mailFileBytes) / GIB;
  return {
    subject,
    state: 'good',
    says: `there is room for a file of ${largest.toFixed(1)} GB; at most ${limits.mailFileBytes / GIB} GB are allowed.`,
  };
}

/** Why nothing can be written to the folder, which the first upload makes. */
async function problemOf(folder: string, dataDir: string): Promise<string | undefined> {
  const isThere = await stat(folder).then(
    (found) => found.isDirectory() || 'no folder',
    () => false,
  );
  if (isThere === 'no folder') return `${folder} is not a folder. Remove it.`;
  const writable = isThere ? folder : dataDir;
  try {
    await access(writable, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? `there is no folder ${writable}. Set DATA_DIR to one that exists.`
      : `the server may not write to ${writable}. Give it to the user that the server runs as.`;
  }
}
