import { realpath } from 'node:fs/promises';
import { applicationUrl } from './application-url.ts';
import { explainFailure } from './embedded-postgres-error.ts';
import { findPostmaster, isReady } from './postmaster.ts';

/**
 * The application's database on a folder whose PostgreSQL runs, for a command beside the server;
 * undefined if none runs. Claims nothing: the server stays the owner, and may stop it any time.
 *
 * Throws `EmbeddedPostgresError`, one sentence that says what to do.
 */
export async function findRunningPostgres(folder: string): Promise<string | undefined> {
  try {
    const dataDir = await realpath(folder);
    const postmaster = await findPostmaster(dataDir);
    if (postmaster === undefined || !(await isReady(dataDir, postmaster))) return undefined;
    return await applicationUrl(dataDir, postmaster);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw explainFailure(folder, error);
  }
}
