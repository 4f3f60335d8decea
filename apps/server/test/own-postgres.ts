import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrateToLatest } from '../src/platform/database/migrate.ts';
import { isAlive } from '../src/platform/embedded-postgres/is-alive.ts';
import { findPostmaster } from '../src/platform/embedded-postgres/postmaster.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/start-embedded-postgres.ts';
import { createLog } from '../src/platform/log/create-log.ts';

/** A PostgreSQL that a test may restart, kill and fill up. */
export interface OwnPostgres {
  url: string;
  /** The folder that its files lie in. */
  folder: string;
  /**
   * SIGINT restarts it as an administrator would, SIGKILL as a crash does; waits until it is gone.
   */
  end: (signal: 'SIGINT' | 'SIGKILL') => Promise<void>;
  stop: () => Promise<void>;
}

/** @param place a folder to work in; one of its own when absent. */
export async function startOwnPostgres(place?: string): Promise<OwnPostgres> {
  const folder = place ?? (await mkdtemp(path.join(tmpdir(), 'own-postgres-')));
  const dataDir = path.join(folder, 'postgres');
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: createLog('silent'),
    onLost: () => {},
  });
  await migrateToLatest(postgres.url);
  return {
    url: postgres.url,
    folder,
    async end(signal) {
      const found = await findPostmaster(dataDir);
      if (found === undefined) throw new Error(`No PostgreSQL runs on ${dataDir}.`);
      process.kill(found.pid, signal);
      while (isAlive(found.pid)) await sleep(10);
    },
    async stop() {
      await postgres.stop();
      if (place === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
