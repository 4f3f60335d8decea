import pg from 'pg';
import { createDatabase } from '../../../apps/server/src/platform/database/create-database.ts';
import { distributeTables } from '../../../apps/server/src/platform/database/distribution/distribute-tables.ts';
import { fillWorkspaces } from '../accounts/fill-workspace.ts';
import { type Measured, measureProduct } from './measure-product.ts';
import { execute, type Nodes, startNodes } from './start-nodes.ts';
import { watchDisk } from './usage.ts';

export interface Amounts {
  workspaces: number;
  /** Of all workspaces together. */
  accounts: number;
  /** Of all workspaces together. */
  activities: number;
}

const load = { lanes: 20, seconds: 6 };
const GIGABYTE = 1e9;

/**
 * Fills workspaces on one node and measures it; then distributes the same rows over so many workers
 * and measures again. Prints both, and the ratios. Without workers only the product's own PostgreSQL is
 * measured, which shows what a node of a cluster costs before anything is distributed.
 */
export async function measureWorkers(
  workers: number,
  { workspaces, accounts, activities }: Amounts,
): Promise<void> {
  const nodes = await startNodes(workers);
  try {
    const filled = await measureTime(() =>
      fillWorkspaces(nodes.url, {
        workspaces,
        accounts: Math.round(accounts / workspaces),
        activities: Math.round(activities / workspaces),
      }),
    );
    const single = await sizeOf(nodes);
    console.log(
      `\n${describe(workers)}: ${activities.toLocaleString('en')} activities in ${workspaces} workspaces, filled in ${filled.seconds} s, ${gigabytes(single)} GB`,
    );
    await checkpoint(nodes);
    const before = await measureProduct(nodes, filled.result, { ...load, domain: 'before.com' });
    const name = workers === 0 ? 'the product’s PostgreSQL' : 'one node';
    print([[name, before]]);
    if (workers === 0) return;

    const distributed = await measureTime(() => watchDisk(nodes.folder, () => distribute(nodes)));
    const analyzed = await measureTime(() => analyze(nodes));
    console.log(
      `\nDistributed in ${distributed.seconds} s with up to ${gigabytes(distributed.result.highest)} GB more on the disk, ${gigabytes(await sizeOf(nodes))} GB after; analyzed in ${analyzed.seconds} s; activities by worker: ${await readShares(nodes)}\n`,
    );
    await checkpoint(nodes);
    const after = await measureProduct(nodes, filled.result, { ...load, domain: 'after.com' });
    print([
      ['one node', before],
      [describe(workers), after],
    ]);
  } finally {
    await nodes.stop();
  }
}

const describe = (workers: number) =>
  workers === 0 ? 'One node' : `${workers} worker${workers === 1 ? '' : 's'}`;

async function measureTime<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; seconds: string }> {
  const started = performance.now();
  const result = await work();
  return { result, seconds: ((performance.now() - started) / 1_000).toFixed(0) };
}

const gigabytes = (bytes: number) => (bytes / GIGABYTE).toFixed(2);

async function distribute({ url }: Nodes): Promise<void> {
  const db = createDatabase({ url, poolSize: 1, onLostConnection: () => {} });
  try {
    await distributeTables(db);
  } finally {
    await db.destroy();
  }
}

/** As after the filling: the tables of the workers have no statistics yet. */
async function analyze({ url }: Nodes): Promise<void> {
  const tables = await query<{ name: string }>(
    url,
    'select logicalrelid::text as name from pg_dist_partition',
  );
  await execute(url, ...tables.map(({ name }) => `vacuum analyze ${name}`));
}

/** So that what was written before is not what is measured. */
async function checkpoint({ all }: Nodes): Promise<void> {
  // The product's own role may not.
  if (all.length > 1) await Promise.all(all.map(({ url }) => execute(url, 'checkpoint')));
}

/** Bytes of the database on all nodes. */
async function sizeOf({ all }: Nodes): Promise<number> {
  const sizes = await Promise.all(
    all.map(({ url }) =>
      query<{ size: string }>(url, 'select pg_database_size(current_database()) as size'),
    ),
  );
  return sizes.flat().reduce((sum, { size }) => sum + Number(size), 0);
}

/** Which part of the activities each worker has. */
async function readShares({ url }: Nodes): Promise<string> {
  const sizes = await query<{ size: string }>(
    url,
    `select sum(shard_size) as size from citus_shards
    where table_name = 'account_activities'::regclass group by nodename, nodeport order by 1 desc`,
  );
  const all = sizes.reduce((sum, { size }) => sum + Number(size), 0);
  return sizes.map(({ size }) => `${((100 * Number(size)) / all).toFixed(0)} %`).join(', ');
}

async function query<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Rates, the ratio of the last line to the first one, and what they cost in processor time. */
function print(lines: [name: string, measured: Measured][]): void {
  const [first, last] = [lines[0]?.[1].measures, lines.at(-1)?.[1].measures];
  const names = [...(first?.keys() ?? [])];
  const row = (cells: string[]) => console.log(`| ${cells.join(' | ')} |`);
  row(['', 'Load before', ...names]);
  row(names.concat('', '').map(() => '---'));
  for (const [name, { load: before, measures }] of lines) {
    const rates = [...measures.values()].map(({ perSecond, p99 }) => {
      const slowest = p99 === undefined ? '' : `, ${p99.toFixed(0)} ms`;
      return `${Math.round(perSecond).toLocaleString('en')}/s${slowest}`;
    });
    row([name, before.toFixed(1), ...rates]);
  }
  if (lines.length > 1) {
    const ratio = (name: string) =>
      (last?.get(name)?.perSecond ?? Number.NaN) / (first?.get(name)?.perSecond ?? Number.NaN);
    row(['ratio', '', ...names.map((name) => ratio(name).toFixed(2))]);
  }
  for (const [name, { measures }] of lines) {
    for (const part of ['product', 'coordinator', 'workers'] as const) {
      const each = [...measures.values()].map((measure) => `${measure.each[part].toFixed(2)} ms`);
      row([`${name}: processor time of each, ${part}`, '', ...each]);
    }
    const others = [...measures.values()].map((measure) => `${measure.others.toFixed(2)} cores`);
    row([`${name}: used by others`, '', ...others]);
  }
}
