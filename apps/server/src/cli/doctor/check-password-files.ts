import { stat } from 'node:fs/promises';
import path from 'node:path';
import { passwordFile } from '@repo/embedded-postgres/passwords';

/**
 * What is wrong with the files that the embedded PostgreSQL's passwords are in, and what to do;
 * undefined when nothing is, or there is no cluster in the folder.
 */
export async function passwordFileProblem(dataDir: string): Promise<string | undefined> {
  const cluster = path.join(dataDir, 'postgres', 'cluster');
  if ((await modeOf(cluster)) === undefined) return undefined;
  for (const name of Object.values(passwordFile)) {
    const file = path.join(cluster, name);
    const mode = await modeOf(file);
    if (mode === undefined && name === passwordFile.supervisor) {
      return 'its superuser still shares the application’s password. Restart the server with this version.';
    }
    if (mode !== undefined && (mode & 0o077) !== 0) {
      return `others may read ${file}. Run: chmod 600 ${file}`;
    }
  }
  return undefined;
}

async function modeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mode & 0o777;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
