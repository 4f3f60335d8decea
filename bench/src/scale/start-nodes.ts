import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { SPEED_SETTINGS } from '@repo/embedded-postgres/postmaster';
import pg from 'pg';
import { addNodes } from '../../../apps/server/test/cluster/add-nodes.ts';
import {
  startTestCluster,
  type TestCluster,
} from '../../../apps/server/test/cluster/start-test-cluster.ts';
import { freePort } from '../../../apps/server/test/free-port.ts';
import { migrateToLatest } from '../../../apps/server/src/platform/database/migrate.ts';
import { startThrowawayPostgres } from '../start-throwaway-postgres.ts';

/** A database with all tables, which are empty and not distributed. */
export interface Nodes {
  /** Of the only node, or of the coordinator. */
  url: string;
  /** For other files of a measurement; deleted at the end. */
  folder: string;
  /** The URL and the first process of each node, the coordinator's first. */
  all: { url: string; pid: number }[];
  stop: () => Promise<void>;
}

/** As many as Citus makes by itself. */
const SHARDS = 32;
/** Of the program that starts the cluster. */
const FIRST_WORKERS = 2;
const DATABASE = 'accounts';

/** The embedded PostgreSQL, or a coordinator with workers that have the same settings. */
export const startNodes = (workers: number): Promise<Nodes> =>
  workers === 0 ? startOneNode() : startCluster(workers);

async function startOneNode(): Promise<Nodes> {
  const { url, folder, stop } = await startThrowawayPostgres();
  const pid = await readPid(path.join(folder, 'postgres/cluster'));
  return { url, folder, all: [{ url, pid }], stop };
}

async function startCluster(workers: number): Promise<Nodes> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-nodes-'));
  const cluster = await startTestCluster(folder, true);
  const dataDirs = cluster.urls.map((_, number) => path.join(folder, `node${number}`));
  const stop = async () => {
    for (const dataDir of dataDirs.slice(1 + FIRST_WORKERS)) {
      await run(folder, 'pg_ctl', '-D', dataDir, '-m', 'fast', '-w', 'stop').catch(() => {});
    }
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const servers = [...cluster.urls];
    // One that is not wanted is not added, and runs idle.
    servers.length = Math.min(servers.length, 1 + workers);
    for (const dataDir of dataDirs) await equalize(folder, dataDir);
    while (servers.length < 1 + workers) {
      const dataDir = path.join(folder, `node${servers.length}`);
      dataDirs.push(dataDir);
      servers.push(await startNode(folder, dataDir));
    }
    for (const server of servers) await execute(server, `create database ${DATABASE}`);
    const urls = servers.map(databaseOf) as TestCluster['urls'];
    await addNodes(urls, SHARDS);
    await migrateToLatest(urls[0]);
    const all = [];
    for (const [number, url] of urls.entries()) {
      all.push({ url, pid: await readPid(dataDirs[number] ?? '') });
    }
    return { url: urls[0], folder, all, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Gives a node of the cluster the settings of the embedded PostgreSQL. */
async function equalize(folder: string, dataDir: string): Promise<void> {
  const lines = Object.entries(SPEED_SETTINGS).map(([name, value]) => `${name} = '${value}'`);
  await appendFile(path.join(dataDir, 'postgresql.conf'), `${lines.join('\n')}\n`);
  await run(folder, 'pg_ctl', '-D', dataDir, '-l', logOf(dataDir), '-m', 'fast', '-w', 'restart');
}

/** Starts one more worker with the settings of the first one; returns its URL. */
async function startNode(folder: string, dataDir: string): Promise<string> {
  const options = ['-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale-provider=builtin'];
  await run(folder, 'initdb', '-D', dataDir, ...options, '--builtin-locale=C.UTF-8', '--no-locale');
  const first = await readFile(path.join(folder, 'node1/postgresql.conf'), 'utf8');
  const port = await freePort();
  // The last line of a name counts.
  await appendFile(path.join(dataDir, 'postgresql.conf'), `${first}\nport = ${port}\n`);
  await run(folder, 'pg_ctl', '-D', dataDir, '-l', logOf(dataDir), '-w', 'start');
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

const logOf = (dataDir: string) =>
  path.join(path.dirname(dataDir), 'run', `${path.basename(dataDir)}.log`);

/** Runs a program of the cluster's PostgreSQL, which refuses to run as root. */
async function run(folder: string, program: string, ...args: string[]): Promise<void> {
  const asPostgres = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : [];
  const [first = '', ...rest] = [
    ...asPostgres,
    'env',
    `LD_LIBRARY_PATH=${path.join(folder, 'pg/lib')}`,
    path.join(folder, 'pg/bin', program),
    ...args,
  ];
  await promisify(execFile)(first, rest, { cwd: '/' });
}

async function readPid(dataDir: string): Promise<number> {
  const [line] = (await readFile(path.join(dataDir, 'postmaster.pid'), 'utf8')).split('\n');
  return Number(line);
}

function databaseOf(server: string): string {
  const url = new URL(server);
  url.pathname = `/${DATABASE}`;
  return url.href;
}

/** Executes statements one after the other, each in a transaction of its own. */
export async function execute(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
