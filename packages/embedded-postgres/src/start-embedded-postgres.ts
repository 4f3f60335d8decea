import { applicationUrl } from './application-url.ts';
import { chooseDatabaseUser, type DatabaseUser } from './cluster/choose-database-user.ts';
import { separatePasswords } from './cluster/connect-supervisor.ts';
import { ensureCluster } from './cluster/create-cluster.ts';
import { explainFailure, type EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { findBinaries } from './cluster/find-binaries.ts';
import type { Installation } from './cluster/installation.ts';
import { readPassword } from './passwords.ts';
import { stopPostmaster } from './postmaster.ts';
import { prepareApplicationDatabase } from './cluster/prepare-application-database.ts';
import { ensureClusterRunning, type RunningCluster } from './cluster/ensure-cluster-running.ts';
import { Supervisor, type SupervisorLog } from './supervisor.ts';
import { execFile } from 'node:child_process';
import { access, chmod, chown, constants, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from './make-folder.ts';

export interface EmbeddedPostgresOptions {
  /** A folder for PostgreSQL alone, created if missing and kept private to the user it runs as. */
  dataDir: string;
  log: SupervisorLog;
  /**
   * Called once, after repeated failures of PostgreSQL. The server cannot continue without it.
   */
  onLost: (error: EmbeddedPostgresError) => void;
  /** False for throw-away data: faster, lost in a power failure. Default true. */
  durable?: boolean;
  /** How many connections it accepts. Default 60, which a small machine has memory for. */
  maxConnections?: number;
}

export interface EmbeddedPostgres {
  /**
   * The application's own database; stays the same when PostgreSQL is started again after a crash.
   */
  url: string;
  port: number;
  /** Whether a PostgreSQL left behind by a killed process was taken over. */
  adopted: boolean;
  /**
   * Sets the address of this process, for the error of a second start on the same folder.
   */
  announce(address: string): Promise<void>;
  /** Resolves when PostgreSQL has ended in order; nothing is left running. */
  stop(): Promise<void>;
}

/**
 * Runs the PostgreSQL that npm installed on `dataDir`, with its own password, on a Unix socket in that
 * folder and on a free port of 127.0.0.1.
 *
 * One process owns a folder at a time: a second one is refused with a sentence that names the
 * first. When the owner is killed, PostgreSQL runs on, and the next start adopts it and stops it at
 * its own end. When PostgreSQL is killed, it is started again on the same port, so connection pools
 * recover by themselves. Works as an ordinary user and as root, wherever the folder and the
 * programs lie.
 *
 * Throws `EmbeddedPostgresError`, one sentence that says what to do.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { log, onLost } = options;
  try {
    const installation = await prepareInstallation(options);
    await ensureCluster(installation);
    const reached = await ensureClusterRunning(installation, {});
    const { dataDir } = installation;
    const password = await readPassword(dataDir, 'application');
    await prepareOrStop(reached, installation, password);
    const { port, adopted, pid } = reached;
    log.info({ dataDir, port, adopted, pid }, 'PostgreSQL runs');
    const supervisor = new Supervisor(reached, installation, { log, onLost });
    return {
      url: await applicationUrl(dataDir, reached),
      port,
      adopted,
      announce: (address) => supervisor.announce(address),
      stop: () => supervisor.stop(),
    };
  } catch (error) {
    throw explainFailure(options.dataDir, error);
  }
}

async function prepareInstallation(options: EmbeddedPostgresOptions): Promise<Installation> {
  const user = await chooseDatabaseUser(options.dataDir);
  const binaries = await findBinaries(user);
  const dataDir = await prepareDataFolder(options.dataDir, user);
  return {
    dataDir,
    binaries,
    user,
    durable: options.durable ?? true,
    maxConnections: options.maxConnections ?? 60,
  };
}

async function prepareOrStop(
  { client, pid }: RunningCluster,
  installation: Installation,
  password: string,
): Promise<void> {
  try {
    await separatePasswords(client, installation);
    await prepareApplicationDatabase(client, password);
  } catch (error) {
    await stopPostmaster(pid);
    throw error;
  }
}

const run = promisify(execFile);

/**
 * Makes the folder private to the user that PostgreSQL runs as, and returns its path without symbolic links.
 */
async function prepareDataFolder(folder: string, user: DatabaseUser | undefined): Promise<string> {
  makeFolder(folder);
  const dataDir = await realpath(folder);
  const found = await stat(dataDir);
  if (user && found.uid !== user.uid) await chown(dataDir, user.uid, user.gid);
  if ((found.mode & 0o077) !== 0) await chmod(dataDir, 0o700);
  await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  if (user) await handOver(join(dataDir, 'cluster'), user);
  return dataDir;
}

/** A cluster that root copied, say from a backup, belongs to root, which PostgreSQL refuses. */
async function handOver(cluster: string, { uid, gid }: DatabaseUser): Promise<void> {
  const found = await stat(cluster).catch(() => undefined);
  if (found && found.uid !== uid) await run('chown', ['-R', `${uid}:${gid}`, cluster]);
}
