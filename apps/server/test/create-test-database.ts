import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { inject } from 'vitest';
import { createDatabase as openDatabase } from '#platform/database/create-database.ts';
import { distributeTables } from '#platform/database/distribution/distribute-tables.ts';
import { migrateToLatest } from '#platform/database/migrate.ts';
import { addNodes } from './cluster/add-nodes.ts';

export interface TestDatabase {
  /** On a cluster that of its coordinator. */
  url: string;
  /** Also closes connections that are still open. */
  drop(): Promise<void>;
}

const TEMPLATE = 'migrated';
const DRAFT = 'migrating';
/** The key of the advisory lock under which one of the run's workers creates the template. */
const TEMPLATE_LOCK = 2;

let template: Promise<void> | undefined;

/** Whether the tests run on a cluster of several nodes, with distributed tables. */
export const isOnCluster = (): boolean => inject('postgresUrls').length > 1;

/**
 * Creates a database for the test with the current schema, cloned from a template that the run
 * migrates once, and on a cluster distributes.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  template ??= makeTemplate();
  await template;
  const database = await createDatabase(
    inject('postgresUrls'),
    `template ${TEMPLATE} strategy file_copy`,
  );
  if (isOnCluster()) await copySettings(database.url);
  return database;
}

/**
 * Creates a copy of a database on one node to which nothing is connected; of an empty one with the schema
 * when absent.
 */
export async function copyDatabase(from?: TestDatabase): Promise<TestDatabase> {
  if (from === undefined) return createTestDatabase();
  const name = new URL(from.url).pathname.slice(1);
  return createDatabase([coordinator()], `template ${name} strategy file_copy`);
}

/** Those that `distributeTables` sets; a clone has none of its template's. */
async function copySettings(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await onServer(coordinator(), (client) =>
    client.query(`alter database ${name} set citus.multi_shard_modify_mode = sequential`),
  );
}

/** Creates an empty database for the test; on a cluster on its coordinator alone. */
export const createEmptyDatabase = (): Promise<TestDatabase> => createDatabase([coordinator()], '');

/** Creates a database with the current schema on one node, also where those of `createTestDatabase` are distributed. */
export async function createPlainDatabase(): Promise<TestDatabase> {
  if (!isOnCluster()) return createTestDatabase();
  const database = await createEmptyDatabase();
  await migrateToLatest(database.url);
  return database;
}

export interface ClusterDatabase extends TestDatabase {
  /** The databases of all nodes, the coordinator's first. */
  urls: [string, ...string[]];
}

/** Creates an empty database of one name on each node of the cluster. */
export async function createClusterDatabase(): Promise<ClusterDatabase> {
  const servers = inject('postgresUrls');
  const database = await createDatabase(servers, '');
  const name = new URL(database.url).pathname.slice(1);
  return { ...database, urls: databasesOf(servers, name) };
}

async function createDatabase(
  servers: readonly [string, ...string[]],
  like: string,
): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onEach(servers, (client) => client.query(`create database ${name} ${like}`));
  return {
    url: databaseUrl(servers[0], name),
    drop: () => onEach(servers, (client) => dropDatabase(client, name)),
  };
}

/**
 * A user who is not a superuser may not terminate an autovacuum, which has to finish first. Citus connects to a
 * database again whose connections were ended.
 */
const HINDRANCES = new Set(['42501', '55006']);
const DROP_WAITS = 40;
const DROP_WAIT_MS = 250;

async function dropDatabase(client: Client, name: string, waits = DROP_WAITS): Promise<void> {
  try {
    await client.query(`drop database ${name} with (force)`);
  } catch (error) {
    const mayPass = error instanceof DatabaseError && HINDRANCES.has(error.code ?? '');
    if (!mayPass || waits === 0) throw error;
    await sleep(DROP_WAIT_MS);
    await dropDatabase(client, name, waits - 1);
  }
}

async function makeTemplate(): Promise<void> {
  const servers = inject('postgresUrls');
  await onServer(coordinator(), async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const found = await client.query('select from pg_database where datname = $1', [TEMPLATE]);
    if (found.rowCount) return;
    await onEach(servers, async (server) => {
      await server.query(`drop database if exists ${DRAFT} with (force)`);
      await server.query(`create database ${DRAFT}`);
    });
    const draft = databasesOf(servers, DRAFT);
    await migrateToLatest(draft[0]);
    if (isOnCluster()) await distributeDraft(draft);
    // Only a complete schema gets the name that other workers look for.
    const [first, ...others] = servers;
    await onEach(others, renameDraft);
    await onServer(first, renameDraft);
  });
}

async function distributeDraft(draft: readonly [string, ...string[]]): Promise<void> {
  await addNodes(draft);
  const db = openDatabase({ url: draft[0], poolSize: 1, onLostConnection: () => {} });
  try {
    await distributeTables(db);
  } finally {
    await db.destroy();
  }
}

/** A database that Citus is connected to can be neither renamed nor cloned. */
async function renameDraft(client: Client): Promise<void> {
  if (isOnCluster()) {
    await client.query(`alter database ${DRAFT} allow_connections false`);
    await client.query(
      'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1',
      [DRAFT],
    );
  }
  await client.query(`alter database ${DRAFT} rename to ${TEMPLATE}`);
}

const coordinator = (): string => inject('postgresUrls')[0];

const databasesOf = (
  [first, ...others]: readonly [string, ...string[]],
  name: string,
): [string, ...string[]] => [
  databaseUrl(first, name),
  ...others.map((server) => databaseUrl(server, name)),
];

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function onEach(
  servers: readonly string[],
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  await Promise.all(servers.map((server) => onServer(server, work)));
}

async function onServer<T>(server: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
