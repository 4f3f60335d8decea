import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { destination, pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { isAlive } from '@repo/embedded-postgres/is-alive';
import { findPostmaster, stopPostmaster } from '@repo/embedded-postgres/postmaster';
import { startEmbeddedPostgres } from '@repo/embedded-postgres/start-embedded-postgres';
import { startTestCluster, stopLeftCluster } from './cluster/start-test-cluster.ts';
import { makeTemporaryFolder, ownerOfFolder, temporaryRoot } from './temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The nodes of the temporary server of this run: one, or with `TEST_ON_CLUSTER` those of a Citus
     * cluster, the coordinator first. Tests create their own databases with `createTestDatabase`.
     */
    postgresUrls: [string, ...string[]];
  }
}

/** The servers of this run, which two projects use. */
interface Run {
  servers?: Promise<TestServers>;
  projects: number;
}

interface TestServers {
  urls: [string, ...string[]];
  stop: () => Promise<void>;
}

/** A temporary PostgreSQL for the whole run, removed with its folder at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Each project loads this module by itself.
  const shared: typeof globalThis & { testPostgres?: Run } = globalThis;
  const run: Run = (shared.testPostgres ??= { projects: 0 });
  run.projects += 1;
  run.servers ??= startServers();
  const { urls, stop } = await run.servers;
  project.provide('postgresUrls', urls);
  return async () => {
    run.projects -= 1;
    if (run.projects === 0) await stop();
  };
}

async function startServers(): Promise<TestServers> {
  await removeLeftovers();
  const folder = makeTemporaryFolder('cluster');
  const { urls, stop } =
    process.env['TEST_ON_CLUSTER'] === 'true'
      ? await startTestCluster(folder)
      : await startOne(folder);
  return {
    urls,
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startOne(folder: string) {
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    durable: false,
    // Files of tests that start several servers run beside each other, each server with a pool.
    maxConnections: 200,
    log: pino({ level: 'error' }, destination(2)),
    onLost: (error) => {
      throw error;
    },
  });
  const urls: [string] = [postgres.url];
  return { urls, stop: () => postgres.stop() };
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
    await stopLeftCluster(folder);
    await rm(folder, { recursive: true, force: true });
  }
}
