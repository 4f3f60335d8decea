import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { destination, pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { isAlive } from '@repo/embedded-postgres/is-alive';
import { findPostmaster, stopPostmaster } from '@repo/embedded-postgres/postmaster';
import { startEmbeddedPostgres } from '@repo/embedded-postgres/start-embedded-postgres';
import { makeTemporaryFolder, ownerOfFolder, temporaryRoot } from './temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The temporary server of this run; tests create their own databases in it with
     * `createTestDatabase`.
     */
    postgresUrl: string;
  }
}

/** A temporary PostgreSQL for the whole run, removed with its folder at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers();
  const folder = makeTemporaryFolder('cluster');
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    durable: false,
    log: pino({ level: 'error' }, destination(2)),
    onLost: (error) => {
      throw error;
    },
  });
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Stops the PostgreSQL servers that killed runs have left behind. */
async function removeLeftovers(): Promise<void> {
  const root = temporaryRoot();
  for (const name of await readdir(root)) {
    const owner = ownerOfFolder(name);
    if (owner === undefined || isAlive(owner)) continue;
    const folder = join(root, name);
    const postmaster = await findPostmaster(join(folder, 'postgres'));
    if (postmaster) await stopPostmaster(postmaster.pid);
    await rm(folder, { recursive: true, force: true });
  }
}
