import { loadavg } from 'node:os';
import type { FilledWorkspace } from '../accounts/fill-workspace.ts';
import { startServerOn } from '../accounts/start-bench-server.ts';
import { measureCapture } from './measure-capture.ts';
import { prepareReads, type ReadLoad, reads } from './measure-reads.ts';
import type { Nodes } from './start-nodes.ts';
import type { Timed } from './timed.ts';
import { readUsage, type Usage } from './usage.ts';

/** Owners that capture at once, each into another workspace. */
const OWNERS = 4;

export interface Measure {
  perSecond: number;
  /** Milliseconds; undefined where single ones were not timed. */
  p99?: number;
  /** Milliseconds of processor time for each request or email. */
  each: Omit<Usage, 'others'>;
  /** Cores that other processes used. */
  others: number;
}

export interface Measured {
  /** The machine's load of the last minute before the first measure. */
  load: number;
  measures: Map<string, Measure>;
}

/**
 * Measures reads of all workspaces through the server, then captures by one owner and by several at
 * once.
 *
 * @param domain new to the workspaces, for what is captured.
 */
export async function measureProduct(
  nodes: Nodes,
  workspaces: readonly FilledWorkspace[],
  { domain, ...readLoad }: ReadLoad & { domain: string },
): Promise<Measured> {
  const [load = 0] = loadavg();
  const measures = new Map<string, Measure>();
  const pids = nodes.all.map(({ pid }) => pid);
  const server = await startServerOn(nodes);
  try {
    const at = { url: server.url, databaseUrl: nodes.url };
    const measureRead = await prepareReads(at, workspaces, readLoad);
    const usage = () => readUsage(server.pid, pids);
    for (const read of reads) {
      measures.set(read, await withUsage(usage, (timed) => measureRead(read, timed)));
    }
  } finally {
    await server.stop();
  }
  const usage = () => readUsage(undefined, pids);
  const [first, ...further] = workspaces;
  for (const owned of [first ? [first] : [], further.slice(0, OWNERS)]) {
    const measure = await withUsage(usage, async (timed) => ({
      perSecond: await measureCapture(nodes.url, owned, { domain, timed }),
    }));
    measures.set(`captured, ${owned.length} owner${owned.length === 1 ? '' : 's'}`, measure);
  }
  return { load, measures };
}

/** Adds what the timed part of the work used to its rate. */
async function withUsage(
  usage: () => Usage,
  work: (timed: Timed) => Promise<{ perSecond: number; p99?: number }>,
): Promise<Measure> {
  let [seconds, before, after] = [0, usage(), usage()];
  const { perSecond, p99 } = await work(async (part) => {
    before = usage();
    const started = performance.now();
    const result = await part();
    seconds = (performance.now() - started) / 1_000;
    after = usage();
    return result;
  });
  const each = (of: keyof Usage) => (1_000 * (after[of] - before[of])) / (perSecond * seconds);
  return {
    perSecond,
    ...(p99 !== undefined && { p99 }),
    each: { product: each('product'), coordinator: each('coordinator'), workers: each('workers') },
    others: (after.others - before.others) / seconds,
  };
}
