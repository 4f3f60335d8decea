import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrateToLatest } from '../src/platform/database/migrate.ts';
import { isAlive } from '@repo/embedded-postgres/is-alive';
import { findPostmaster } from '@repo/embedded-postgres/postmaster';
import { startEmbeddedPostgres } from '@repo/embedded-postgres/start-embedded-postgres';
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
  /** Stops all its processes where they are: connections stay open and nothing answers. */
  freeze: () => Promise<void>;
  /** Lets frozen processes go on. */
  thaw: () => void;
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
  const frozen: number[] = [];
  const thaw = () => {
    for (const pid of frozen.splice(0)) process.kill(pid, 'SIGCONT');
  };
  return {
    url: postgres.url,
    folder,
    async end(signal) {
      const found = await findPostmaster(dataDir);
      if (found === undefined) throw new Error(`No PostgreSQL runs on ${dataDir}.`);
      process.kill(found.pid, signal);
      while (isAlive(found.pid)) await sleep(10);
    },
    async freeze() {
      const found = await findPostmaster(dataDir);
      if (found === undefined) throw new Error(`No PostgreSQL runs on ${dataDir}.`);
      // The parent first: it then starts no more.
      process.kill(found.pid, 'SIGSTOP');
      frozen.push(found.pid);
      const children = await readFile(`/proc/${found.pid}/task/${found.pid}/children`, 'utf8');
      for (const child of children.trim().split(' ').map(Number)) {
        process.kill(child, 'SIGSTOP');
        frozen.push(child);
      }
    },
    thaw,
    async stop() {
      thaw();
      await postgres.stop();
      if (place === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
