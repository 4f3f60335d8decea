import { realpath } from 'node:fs/promises';
import { explainFailure } from './embedded-postgres-error.ts';
import { readPassword } from './passwords.ts';
import { findPostmaster, isReady } from './postmaster.ts';
import { applicationUrl } from './cluster/prepare-application-database.ts';

/**
 * The application's database on a folder whose PostgreSQL runs, for a command beside the server;
 * undefined where none runs. Claims nothing: the server stays the owner, and may stop it any time.
 *
 * Throws `EmbeddedPostgresError`, one sentence that says what to do.
 */
export async function findRunningPostgres(folder: string): Promise<string | undefined> {
  try {
    const dataDir = await realpath(folder);
    const postmaster = await findPostmaster(dataDir);
    if (postmaster === undefined || !(await isReady(dataDir, postmaster))) return undefined;
    return applicationUrl(postmaster.port, await readPassword(dataDir, 'application'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw explainFailure(folder, error);
  }
}
