import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { chooseStorage } from '#platform/database/distribution/storage.ts';
import { createWorld, type World } from '../../faults/world.ts';
import { createMakers, type MadePerson } from '../../test-makers.ts';
import { createDistributedDatabase } from '../create-distributed-database.ts';
import { startTestCluster } from '../start-test-cluster.ts';
import type { TestNode } from '../test-node.ts';

/** The product's processes on three nodes, any of which may be killed but the coordinator. */
export interface KillWorld {
  world: World;
  workers: TestNode[];
  /** Ids of two workspaces on different nodes; Ann and Bob are members of both. */
  workspaces: [string, string];
  bob: MadePerson;
  /** The node that has the rows of a user or of a workspace. */
  nodeOf: (table: 'domains' | 'workspace_accounts', id: string) => Promise<TestNode>;
  /** Sends a request as this user. */
  call: (person: MadePerson, method: string, route: string, body?: object) => Promise<TestResponse>;
  stop: () => Promise<void>;
}

export interface TestResponse {
  status: number;
  data?: unknown;
  message?: string;
}

/** A minute by default. */
const RECOVERY_INTERVAL = '3s';

/** @param folder an empty one, for the nodes' files. */
export async function createKillWorld(folder: string): Promise<KillWorld> {
  const cluster = await startTestCluster(folder, true);
  try {
    await recoverSoon(cluster.urls[0]);
    const { url: databaseUrl } = await createDistributedDatabase(cluster);
    const world = await createWorld(databaseUrl);
    await chooseStorage(world.db);
    const workers = cluster.nodes.slice(1);
    const nodeOf: KillWorld['nodeOf'] = async (table, id) => {
      const { rows } = await sql<{ port: number }>`
        select nodeport as port from pg_dist_shard_placement
        where shardid = get_shard_id_for_distribution_column(${table}::text::regclass, ${id}::uuid)`.execute(
        world.db,
      );
      const node = workers.find(({ port }) => port === rows[0]?.port);
      if (node === undefined) throw new Error(`No worker has the rows of ${id}.`);
      return node;
    };
    const { bob, workspaces } = await settle(world, workers, nodeOf);
    return {
      world,
      workers,
      workspaces,
      bob,
      nodeOf,
      call: (person, method, route, body) =>
        call(world.server.url, person, { method, route, body }),
      stop: async () => {
        await world.stop();
        await cluster.stop();
      },
    };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** Has Citus finish transactions soon that a node has lost the end of. */
async function recoverSoon(coordinator: string): Promise<void> {
  const client = new Client({ connectionString: coordinator });
  await client.connect();
  await client.query(`alter system set citus.recover_2pc_interval = '${RECOVERY_INTERVAL}'`);
  await client.query('select pg_reload_conf()');
  await client.end();
}

/** Creates workspaces until each worker has one, with two members. */
async function settle(world: World, workers: readonly TestNode[], nodeOf: KillWorld['nodeOf']) {
  const make = createMakers(world.db);
  const bob = await make.person({ name: 'Bob', email: 'bob@example.org' });
  const byNode = new Map<TestNode, string>();
  while (byNode.size < workers.length) {
    const { id } = await make.workspace();
    const node = await nodeOf('workspace_accounts', id);
    if (byNode.has(node)) continue;
    byNode.set(node, id);
    for (const person of [world.ann, bob]) await make.membership(id, person.id, 'owner');
  }
  return { bob, workspaces: [...byNode.values()] as [string, string] };
}

/** More than a request takes that waits for a node. */
const RESPONSE_TIMEOUT_MS = 60_000;

async function call(
  url: string,
  person: MadePerson,
  { method, route, body }: { method: string; route: string; body?: object | undefined },
): Promise<TestResponse> {
  const response = await fetch(`${url}${route}`, {
    method,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    ...(body && { body: JSON.stringify(body) }),
  });
  const { data, error } = (await response.json()) as {
    data?: unknown;
    error?: { message: string };
  };
  return { status: response.status, data, ...(error && { message: error.message }) };
}

/** How long a state may take to be reached. */
const CONDITION_TIMEOUT_MS = 240_000;

/** Waits until it is reached; a database that cannot be asked is asked again. */
export async function until(what: string, isReached: () => Promise<boolean>): Promise<void> {
  let failure: unknown;
  for (const end = Date.now() + CONDITION_TIMEOUT_MS; Date.now() < end; await sleep(200)) {
    try {
      if (await isReached()) return;
      failure = undefined;
    } catch (error) {
      failure = error;
    }
  }
  throw new Error(`Not reached: ${what}.`, { cause: failure });
}
