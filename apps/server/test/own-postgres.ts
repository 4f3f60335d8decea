import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrateToLatest } from '#platform/database/migrate.ts';
import { isAlive } from '@repo/embedded-postgres/is-alive';
import { findPostmaster } from '@repo/embedded-postgres/postmaster';
import { startEmbeddedPostgres } from '@repo/embedded-postgres/start-embedded-postgres';
import { createLog } from '#platform/log/create-log.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** A PostgreSQL that a test may restart, kill, and fill the disk of. */
export interface OwnPostgres {
  url: string;
  /** The folder that contains its files. */
  folder: string;
  /**
   * Stops it: SIGINT as an administrator's restart does, SIGKILL as a crash does. Waits until it
   * has ended.
   */
  end: (signal: 'SIGINT' | 'SIGKILL') => Promise<void>;
  /** Suspends all its processes: connections stay open without responses. */
  freeze: () => Promise<void>;
  /** Resumes suspended processes. */
  thaw: () => void;
  stop: () => Promise<void>;
}

/** @param given a folder for its files; a new one when absent. */
export async function startOwnPostgres(given?: string): Promise<OwnPostgres> {
  const folder = given ?? makeTemporaryFolder('own-postgres');
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
      // The parent first, so that it starts no more processes.
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
      if (given === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
