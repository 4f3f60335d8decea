import { execFile } from 'node:child_process';
import { access, chmod, chown, constants, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from './make-folder.ts';
import type { DatabaseUser } from './choose-database-user.ts';

const run = promisify(execFile);

/**
 * Makes the folder private to whom PostgreSQL runs as, and answers its path without symbolic links.
 */
export async function prepareDataFolder(
  folder: string,
  user: DatabaseUser | undefined,
): Promise<string> {
  makeFolder(folder);
  const dataDir = await realpath(folder);
  const found = await stat(dataDir);
  if (user && found.uid !== user.uid) await chown(dataDir, user.uid, user.gid);
  if ((found.mode & 0o077) !== 0) await chmod(dataDir, 0o700);
  await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  if (user) await handOver(join(dataDir, 'cluster'), user);
  return dataDir;
}

/** A cluster that root copied, say from a backup, belongs to root, which PostgreSQL refuses. */
async function handOver(cluster: string, { uid, gid }: DatabaseUser): Promise<void> {
  const found = await stat(cluster).catch(() => undefined);
  if (found && found.uid !== uid) await run('chown', ['-R', `${uid}:${gid}`, cluster]);
}
