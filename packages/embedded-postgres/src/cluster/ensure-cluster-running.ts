import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { claimCluster, ownerName } from './claim-cluster.ts';
import { connectSupervisor } from './connect-supervisor.ts';
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts';
import type { Installation } from './installation.ts';
import { isAlive } from '../is-alive.ts';
import {
  findPostmaster,
  isReady,
  launchPostmaster,
  removeOtherSockets,
  stopPostmaster,
} from '../postmaster.ts';
import type { Postmaster } from '../postmaster.ts';
import { withServerLog } from './server-log.ts';

/** Recovery replays at most `max_wal_size`, so even a slow disk is done by then. */
const READY_WITHIN_MS = 120_000;
/**
 * The longest duration of a cause that passes by itself: another start or stop, a taken port, dying
 * processes.
 */
const PASSING_WITHIN_MS = 15_000;
const PASSING =
  /lock file "postmaster\.pid" (?:already exists|is empty)|pre-existing shared memory block|could not bind|Address already in use|could not create any TCP\/IP sockets/;

const NO_SOCKETS = /could not create any Unix-domain sockets/;

/** A running cluster that this process owns while `client` is connected. */
export interface RunningCluster extends Postmaster {
  client: Client;
  adopted: boolean;
}

/**
 * Connects to the cluster's postmaster, the live one if there is one (adopted), else a new one, on
 * `port` if given and on a free port otherwise, and claims the cluster.
 */
export async function ensureClusterRunning(
  installation: Installation,
  options: { port?: number | undefined; address?: string | undefined },
): Promise<RunningCluster> {
  const deadline = Date.now() + PASSING_WITHIN_MS;
  for (;;) {
    const { postmaster, client, adopted, output } = await meetPostmaster(installation, options);
    if (client) {
      const reached = { ...postmaster, client, adopted };
      if (await takeOver(reached, installation)) {
        await removeOtherSockets(installation.dataDir, postmaster);
        return reached;
      }
    } else if (!adopted && (!PASSING.test(output) || Date.now() > deadline)) {
      throw new Error(output);
    }
    await delay(50);
  }
}

interface Meeting {
  postmaster: Postmaster;
  adopted: boolean;
  client: Client | undefined;
  /** The output so far of a postmaster that was started here. */
  output: string;
}

async function meetPostmaster(
  installation: Installation,
  options: { port?: number | undefined; address?: string | undefined },
): Promise<Meeting> {
  const running = await findPostmaster(installation.dataDir);
  if (running) {
    const client = await connectWhenReady(running, installation, options.address);
    return { postmaster: running, client, adopted: true, output: '' };
  }
  return withServerLog(installation, async (log, written) => {
    const port = options.port ?? (await findFreePort());
    const launch = async (socketFolder: string): Promise<Meeting> => {
      const postmaster = await launchPostmaster(installation, port, log, socketFolder);
      const client = await connectWhenReady(postmaster, installation, options.address);
      return { postmaster, client, adopted: false, output: client ? '' : await written() };
    };
    const meeting = await launch(process.platform === 'win32' ? '' : '.');
    // Some file systems have no sockets, such as shared folders of virtual machines.
    return NO_SOCKETS.test(meeting.output) ? launch('') : meeting;
  });
}

/**
 * False when the adopted server is of another version than ours: it is stopped, and ours comes
 * next.
 */
async function takeOver(
  reached: RunningCluster,
  { dataDir, binaries }: Installation,
): Promise<boolean> {
  const { client, pid, adopted } = reached;
  try {
    await claimCluster(client, dataDir);
    if (!adopted || (await serverVersion(client)) === binaries.version) return true;
  } catch (error) {
    await client.end();
    throw error;
  }
  await stopPostmaster(pid);
  return false;
}

async function serverVersion(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  return rows[0]?.server_version;
}

/** Undefined when the postmaster ends before it takes connections. */
async function connectWhenReady(
  postmaster: Postmaster,
  { dataDir }: Installation,
  address: string | undefined,
): Promise<Client | undefined> {
  const deadline = Date.now() + READY_WITHIN_MS;
  let cause: unknown;
  while (isAlive(postmaster.pid)) {
    if (await isReady(dataDir, postmaster)) {
      try {
        return await connectSupervisor(dataDir, {
          port: postmaster.port,
          name: ownerName(address),
        });
      } catch (error) {
        cause = error;
      }
    }
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        `PostgreSQL (process ${postmaster.pid}) on ${dataDir} accepts no connections after ${READY_WITHIN_MS / 1000} seconds: see postgres.log in that folder.`,
        { cause },
      );
    }
    await delay(5);
  }
  return undefined;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
