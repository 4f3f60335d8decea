import { open, rename, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Installation } from './installation.ts';

const LARGEST_LOG_BYTES = 5 * 1024 * 1024;

/**
 * Runs `work` with PostgreSQL's log file open for appending. A file over 5 MiB is first renamed to
 * `postgres.log.1`, which replaces the previous one. `written()` returns what was appended since.
 */
export async function withServerLog<T>(
  { dataDir, user }: Installation,
  work: (output: number, written: () => Promise<string>) => Promise<T>,
): Promise<T> {
  const path = join(dataDir, 'postgres.log');
  const found = await stat(path).catch(() => undefined);
  if (found && found.size > LARGEST_LOG_BYTES) await rename(path, `${path}.1`);

  const log = await open(path, 'a+', 0o600);
  try {
    if (user) await log.chown(user.uid, user.gid);
    const { size } = await log.stat();
    return await work(log.fd, () => readFrom(log, size));
  } finally {
    await log.close();
  }
}

async function readFrom(log: FileHandle, start: number): Promise<string> {
  const { size } = await log.stat();
  const buffer = Buffer.alloc(Math.max(0, size - start));
  await log.read(buffer, 0, buffer.length, start);
  return buffer.toString('utf8');
}
