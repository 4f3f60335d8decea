import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DatabaseUser } from './cluster/choose-database-user.ts';

/**
 * The files of the passwords, in the folder `cluster` that only its owner may look into.
 * The application's password gives no access to the server and its files.
 */
export const passwordFile = {
  application: 'password',
  supervisor: 'supervisor-password',
} as const;

type Role = keyof typeof passwordFile;

/** Undefined for the supervisor of a cluster that was made when both roles shared a password. */
export async function readPassword(dataDir: string, role: 'application'): Promise<string>;
export async function readPassword(dataDir: string, role: Role): Promise<string | undefined>;
export async function readPassword(dataDir: string, role: Role): Promise<string | undefined> {
  try {
    return (await readFile(join(dataDir, 'cluster', passwordFile[role]), 'utf8')).trim();
  } catch (error) {
    const isShared = role === 'supervisor' && (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isShared) return undefined;
    throw error;
  }
}

/**
 * Writes a new password to a file that is there whole or not at all, readable by `user` (by
 * ourselves when undefined) alone.
 */
export async function writePassword(path: string, user: DatabaseUser | undefined): Promise<string> {
  const password = randomBytes(24).toString('hex');
  const draft = `${path}.draft`;
  await rm(draft, { force: true });
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${password}\n`);
    if (user) await file.chown(user.uid, user.gid);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
  return password;
}

export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}
