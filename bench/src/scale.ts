import { parseArgs } from 'node:util';
import pg from 'pg';
import { type FilledWorkspace, fillWorkspace } from './accounts/fill-workspace.ts';
import { type BenchServer, startBenchServer } from './accounts/start-bench-server.ts';
import { missingCluster } from '../../apps/server/test/cluster/start-test-cluster.ts';
import { measureCapture } from './scale/measure-capture.ts';
import { measureWorkers } from './scale/measure-workers.ts';
import { findSomeAccount } from './accounts/find-some-account.ts';
import type { Rate } from './accounts/measure-rate.ts';
import { measureRequests } from './accounts/measure-requests.ts';

/**
 * Measures what grows with the number of activities and what does not: 10,000 accounts with 0.1, 1
 * and 10 million published activities of the last 84 days, each in a database of its own. For each
 * the grid, the feed and a capture are measured, and how much the tables take on the disk.
 *
 * With `--workers` the same is measured on a Citus cluster instead, as a ratio to one node.
 */
const { values } = parseArgs({
  options: {
    activities: { type: 'string', default: '100000,1000000,10000000' },
    /**
     * Waits for a line of input between filling and measuring, so that the machine can become idle.
     */
    pause: { type: 'boolean', default: false },
    /** Numbers of workers beside a coordinator; 0 is the product's own PostgreSQL. */
    workers: { type: 'string' },
    /** On a cluster, over which the activities are spread. */
    workspaces: { type: 'string', default: '8' },
    accounts: { type: 'string', default: '10000' },
  },
});
const accounts = Number(values.accounts);
const load = { lanes: 20, seconds: 6 };
const amounts = values.activities.split(',').map(Number);

if (values.workers === undefined) await measureGrowth();
else await measureClusters(values.workers.split(',').map(Number));

async function measureClusters(numbers: readonly number[]): Promise<void> {
  if (missingCluster !== undefined) {
    console.log(`Nothing is measured on a cluster: ${missingCluster}.`);
    return;
  }
  const workspaces = Number(values.workspaces);
  for (const activities of amounts) {
    for (const workers of numbers) {
      await measureWorkers(workers, { workspaces, accounts, activities });
    }
  }
}

async function measureGrowth(): Promise<void> {
  console.log(
    '| Activities | Filled in | Disk, of it `account_activities` | Grid, p99 | Feed, first part, p99 | Feed, next part, p99 | Captures a second |\n|---|---|---|---|---|---|---|',
  );
  for (const activities of amounts) {
    const server = await startBenchServer();
    try {
      const started = performance.now();
      const workspace = await fillWorkspace(server.databaseUrl, { accounts, activities });
      const seconds = (performance.now() - started) / 1_000;
      if (values.pause) await new Promise((resolve) => process.stdin.once('data', resolve));
      console.log(await lineOf(server, workspace, { activities, seconds }));
    } finally {
      await server.stop();
    }
  }
}

async function lineOf(
  server: BenchServer,
  workspace: FilledWorkspace,
  { activities, seconds }: { activities: number; seconds: number },
): Promise<string> {
  const sizes = await readSizes(server.databaseUrl);
  const reads = await measureReads(server, workspace);
  const captured = await measureCapture(server.databaseUrl, [workspace]);
  const cells = [
    activities.toLocaleString('en'),
    `${seconds.toFixed(0)} s`,
    `${sizes.all}, ${sizes.activities}`,
    ...reads.map(({ perSecond, p99 }) => `${Math.round(perSecond)}/s, ${p99.toFixed(0)} ms`),
    `${Math.round(captured)}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The size of the database with its indexes, as text. */
async function readSizes(databaseUrl: string): Promise<{ all: string; activities: string }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    `select pg_size_pretty(pg_database_size(current_database())) as all,
      pg_size_pretty(pg_total_relation_size('account_activities')) as activities`,
  );
  await client.end();
  return rows[0];
}

/** The first part of the grid, and of an account's feed the first and the next part. */
async function measureReads(
  { url, databaseUrl }: BenchServer,
  workspace: FilledWorkspace,
): Promise<Rate[]> {
  const { id, token, tokens } = workspace;
  const accountId = await findSomeAccount(databaseUrl, workspace);
  const feed = `/api/accounts/${accountId}/timeline?range=12W&limit=50`;
  const first = await fetch(`${url}${feed}`, { headers: { authorization: `Bearer ${token}` } });
  const { data } = (await first.json()) as { data: { page: { before?: string } } };
  // An account with few activities has one part alone.
  const { before } = data.page;
  const next = before === undefined ? feed : `${feed}&before=${encodeURIComponent(before)}`;
  const paths = [`/api/workspaces/${id}/accounts?includeTimeline=true&limit=60`, feed, next];
  const rates: Rate[] = [];
  for (const path of paths) rates.push(await measureRequests(url, { path, tokens }, load));
  return rates;
}
