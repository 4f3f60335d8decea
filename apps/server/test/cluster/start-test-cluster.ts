import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { isAlive } from '@repo/embedded-postgres/is-alive';
import { type TestNode, testNode } from './test-node.ts';

/** Starts a Citus cluster of a coordinator and two workers; it is no part of this repository. */
const program = path.resolve(
  import.meta.dirname,
  '../../../../../shared/tools/citus/start-cluster',
);
const repository = path.resolve(import.meta.dirname, '../../../..');

/** Why tests on a cluster are skipped; undefined if it can be started. */
export const missingCluster = existsSync(program)
  ? undefined
  : 'the program ../shared/tools/citus/start-cluster is not beside the repository';

export interface TestCluster {
  /** The database `postgres` of each node, the coordinator's first. */
  urls: [string, ...string[]];
  /** The nodes themselves, in the same order. */
  nodes: TestNode[];
  stop: () => Promise<void>;
}

const NODES = 3;
const PID_FILE = 'start-cluster.pid';
const START_TIMEOUT_MS = 120_000;

/**
 * @param folder an empty one, in which the nodes have their files.
 * @param isDurable whether a node that is killed keeps what it has committed.
 */
export async function startTestCluster(folder: string, isDurable = false): Promise<TestCluster> {
  const port = await freePorts();
  const child = spawn(program, [folder, String(port)], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await writeFile(path.join(folder, PID_FILE), String(child.pid));
  await started(child);
  const urls = Array.from(
    { length: NODES },
    (_, node) => `postgres://postgres@127.0.0.1:${port + node}/postgres`,
  ) as TestCluster['urls'];
  if (!isDurable) await Promise.all(urls.map(makeFast));
  const nodes = urls.map((_, number) => testNode(folder, number, port));
  return { urls, nodes, stop: () => stopProcess(child.pid ?? 0) };
}

/** Ends a cluster whose run was killed; does nothing for other folders. */
export async function stopLeftCluster(folder: string): Promise<void> {
  const text = await readFile(path.join(folder, PID_FILE), 'utf8').catch(() => '');
  const pid = Number(text);
  if (!pid || !isAlive(pid)) return;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  // Another process may have the id by now.
  if (command.includes(folder)) await stopProcess(pid);
}

async function stopProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGTERM');
  while (isAlive(pid)) await sleep(50);
}

/** Resolves when it has printed the coordinator's address, which it does when all nodes run. */
async function started(child: ChildProcess): Promise<void> {
  let output = '';
  child.stderr?.on('data', (part: Buffer) => (output += part.toString()));
  const isUp = new Promise<boolean>((resolve) => {
    child.stdout?.on('data', (part: Buffer) => {
      output += part.toString();
      if (output.includes('postgres://')) resolve(true);
    });
  });
  const timeout = new AbortController();
  const result = await Promise.race([
    isUp,
    once(child, 'exit').then(() => false),
    sleep(START_TIMEOUT_MS, false, { signal: timeout.signal }).catch(() => false),
  ]);
  timeout.abort();
  if (!result) throw new Error(`The cluster does not start: ${output}`);
}

/** Throw-away data needs no safety; each database has a process of Citus. */
async function makeFast(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    await client.query(`alter system set ${name} = off`);
  }
  await client.query('select pg_reload_conf()');
  await client.end();
}

const [FIRST_PORT, LAST_PORT] = [20_000, 30_000];

/** The first of several ports in a row of the loopback interface that are unused. */
async function freePorts(): Promise<number> {
  for (;;) {
    const first = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
    const free = await Promise.all(
      Array.from({ length: NODES }, (_, offset) => isFree(first + offset)),
    );
    if (free.every(Boolean)) return first;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return true;
  } catch {
    return false;
  }
}
