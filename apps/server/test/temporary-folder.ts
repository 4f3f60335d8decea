import { accessSync, constants, mkdtempSync, realpathSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const ROOM_FOR_A_RUN_BYTES = 2 * 1024 ** 3;
const PREFIX = 'server-tests-';

/**
 * Where tests put the files of a PostgreSQL server: in memory where possible, since cloning a
 * database creates hundreds of small files, and a durable server waits for the disk at each commit.
 */
export function temporaryRoot(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    accessSync(MEMORY, constants.W_OK);
    if (bavail * bsize >= ROOM_FOR_A_RUN_BYTES) return MEMORY;
  } catch {
    // Not available on every system or to every user; the disk works as well, only slower.
  }
  return realpathSync(tmpdir());
}

/** Creates a folder for this process. What a killed process left is removed by the next run. */
export const makeTemporaryFolder = (name: string): string =>
  mkdtempSync(join(temporaryRoot(), `${PREFIX}${process.pid}-${name}-`));

/** The id of the process that created a folder of this name; undefined for any other name. */
export function ownerOfFolder(name: string): number | undefined {
  const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
  return pid === undefined ? undefined : Number(pid);
}
