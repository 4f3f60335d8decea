import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { createDatabase } from '#platform/database/create-database.ts';
import { distributeTables } from '#platform/database/distribution/distribute-tables.ts';
import { migrateToLatest } from '#platform/database/migrate.ts';
import { addNodes } from './add-nodes.ts';
import type { TestCluster } from './start-test-cluster.ts';

/** A migrated database whose tables are distributed. */
export interface DistributedDatabase {
  /** On the coordinator. */
  url: string;
  /** Also closes connections that are still open. */
  drop: () => Promise<void>;
}

interface Options {
  /** Rows to distribute as well. */
  fill?: (url: string) => Promise<void>;
  shards?: number;
}

export async function createDistributedDatabase(
  { urls }: Pick<TestCluster, 'urls'>,
  { fill = async () => {}, shards }: Options = {},
): Promise<DistributedDatabase> {
  const name = `distributed_${randomBytes(4).toString('hex')}`;
  const databases = urls.map((url) => databaseOf(url, name)) as TestCluster['urls'];
  for (const url of urls) await run(url, `create database ${name}`);
  await addNodes(databases, shards);
  await migrateToLatest(databases[0]);
  await fill(databases[0]);
  const db = createDatabase({ url: databases[0], poolSize: 1, onLostConnection: () => {} });
  try {
    await distributeTables(db);
  } finally {
    await db.destroy();
  }
  const drop = async () => {
    for (const url of urls) await run(url, `drop database ${name} with (force)`);
  };
  return { url: databases[0], drop };
}

async function run(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function databaseOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
