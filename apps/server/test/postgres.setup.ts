import { access, constants, mkdtemp, readdir, realpath, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { destination, pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { isAlive } from '@repo/embedded-postgres/is-alive';
import { findPostmaster, stopPostmaster } from '@repo/embedded-postgres/postmaster';
import { startEmbeddedPostgres } from '@repo/embedded-postgres/start-embedded-postgres';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The temporary server of this run; tests create their own databases in it with
     * `createTestDatabase`.
     */
    postgresUrl: string;
  }
}

const FOLDER = 'server-tests-';
/** Cloning a database creates hundreds of small files, which is twenty times faster in memory. */
const MEMORY = '/dev/shm';
const ROOM_FOR_A_RUN_BYTES = 2 * 1024 ** 3;

/** A temporary PostgreSQL for the whole run, removed with its folder at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const place = await choosePlace();
  await removeLeftovers(place);
  const folder = await mkdtemp(join(place, `${FOLDER}${process.pid}-`));
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

async function choosePlace(): Promise<string> {
  try {
    const { bavail, bsize } = await statfs(MEMORY);
    await access(MEMORY, constants.W_OK);
    if (bavail * bsize >= ROOM_FOR_A_RUN_BYTES) return MEMORY;
  } catch {
    // Not available on every system or to every user; the disk works as well, only slower.
  }
  return realpath(tmpdir());
}

/** Stops the PostgreSQL servers that killed runs have left behind. */
async function removeLeftovers(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    const owner = Number(new RegExp(`^${FOLDER}(\\d+)-`).exec(name)?.[1]);
    if (!owner || isAlive(owner)) continue;
    const folder = join(place, name);
    const postmaster = await findPostmaster(join(folder, 'postgres'));
    if (postmaster) await stopPostmaster(postmaster.pid);
    await rm(folder, { recursive: true, force: true });
  }
}
