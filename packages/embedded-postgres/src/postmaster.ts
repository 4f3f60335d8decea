import { execFile } from 'node:child_process';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { Installation } from './cluster/installation.ts';
import { isAlive } from './is-alive.ts';
import { runProgram } from './cluster/run-program.ts';

const run = promisify(execFile);

/** PostgreSQL's first process, parent of all its others. */
export interface Postmaster {
  pid: number;
  port: number;
}

/** Long enough for the checkpoint of a fast shutdown on a slow disk. */
const ORDERLY_STOP_MS = 30_000;
const FORCED_STOP_MS = 10_000;
/** An empty lock file is this fresh only while its postmaster is writing it. */
const WRITING_LOCK_FILE_MS = 2_000;

/**
 * The last argument of our postmaster, which distinguishes it from other programs. PostgreSQL
 * ignores a setting whose name it does not know.
 */
function mark(dataDir: string): string {
  return `supervisor.data_dir=${dataDir}`;
}

/** @param socketFolder relative to that of the cluster; empty for no Unix socket. */
export async function launchPostmaster(
  installation: Installation,
  port: number,
  output: number,
  socketFolder: string,
): Promise<Postmaster> {
  const settings = postmasterSettings(installation, port, socketFolder);
  const child = await runProgram(
    installation,
    installation.binaries.postgres,
    (dataDir) => ['-D', join(dataDir, 'cluster'), ...settings, '-c', mark(installation.dataDir)],
    output,
  );
  child.unref();
  if (child.pid === undefined) throw new Error('the process ended before it had an id');
  return { pid: child.pid, port };
}

/**
 * The postmaster that runs on this folder, from its lock file; it may still be starting or already
 * be stopping. The lock file of one that is gone is removed: PostgreSQL would do so too, but not
 * when another program got the process id, nor while the dead one waits to be collected.
 */
export async function findPostmaster(dataDir: string): Promise<Postmaster | undefined> {
  const path = lockFile(dataDir);
  const content = await readLockFile(path);
  if (content === undefined) return undefined;
  const [pid, , , port] = content.split('\n').map(Number);
  if (!pid) {
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > WRITING_LOCK_FILE_MS) await rm(path, { force: true });
    return undefined;
  }
  if (isAlive(pid) && (await isPostmasterOf(dataDir, pid))) return { pid, port: port ?? 0 };
  // Another process may have taken over the file since. PostgreSQL's shared memory then still
  // prevents two servers on the folder.
  if ((await readLockFile(path)) === content) await rm(path, { force: true });
  return undefined;
}

/**
 * Whether it says that it takes connections. Asking by connecting would fill its log with refusals;
 * it can still refuse for a moment after one of its processes crashed.
 */
export async function isReady(dataDir: string, { pid }: Postmaster): Promise<boolean> {
  const lines = (await readLockFile(lockFile(dataDir)))?.split('\n') ?? [];
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

/**
 * Stops it in order (open transactions are rolled back), by force if that takes over half a minute.
 */
export async function stopPostmaster(pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  if (await ended(pid, ORDERLY_STOP_MS)) return;
  signal(pid, 'SIGQUIT');
  if (await ended(pid, FORCED_STOP_MS)) return;
  throw new EmbeddedPostgresError(
    `PostgreSQL (process ${pid}) did not stop in time: check what it is waiting for, and end the process manually.`,
  );
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function ended(pid: number, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await delay(5);
  }
  return true;
}

function lockFile(dataDir: string): string {
  return join(dataDir, 'cluster', 'postmaster.pid');
}

/**
 * Removes the sockets of postmasters that were killed: each start is on another port, so the next one
 * would leave them. Only for the owner of the cluster, when its postmaster runs.
 */
export async function removeOtherSockets(dataDir: string, { port }: Postmaster): Promise<void> {
  const folder = join(dataDir, 'cluster');
  const own = `.s.PGSQL.${port}`;
  for (const name of await readdir(folder)) {
    if (!name.startsWith('.s.PGSQL.') || name === own || name === `${own}.lock`) continue;
    await rm(join(folder, name), { force: true });
  }
}

async function readLockFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function isPostmasterOf(dataDir: string, pid: number): Promise<boolean> {
  try {
    return (await commandLine(pid)).replace(/[\0\s]+$/, '').endsWith(mark(dataDir));
  } catch {
    return false; // It ended in this moment.
  }
}

async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8');
  return (await run('ps', ['-ww', '-o', 'args=', '-p', String(pid)])).stdout;
}

/** The settings that decide the speed of statements, besides durability. */
export const SPEED_SETTINGS: Readonly<Record<string, string>> = {
  shared_buffers: '96MB',
  max_wal_size: '512MB',
  // Workers for reading ahead cost three idle processes; the data is small enough to be cached.
  io_method: 'sync',
  // Our queries are short: compiling one takes longer than running it.
  jit: 'off',
};

/**
 * The settings that the postmaster is started with, on its command line so that every start has
 * this version's values. Sized for one small machine: PostgreSQL and Node together stay under 300
 * MiB when idle.
 */
function postmasterSettings(
  installation: Installation,
  port: number,
  socketFolder: string,
): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: socketFolder,
    max_connections: installation.maxConnections,
    ...SPEED_SETTINGS,
    max_logical_replication_workers: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    // Statements and details carry people's mail and secrets, which do not belong in a log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...durability(installation.durable),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function durability(durable: boolean): Record<string, string> {
  const state = durable ? 'on' : 'off';
  return { fsync: state, synchronous_commit: state, full_page_writes: state };
}
