import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { ownTime } from '../capture/measured.ts';
import { family, processorTime } from '../process-memory.ts';

/** Seconds of processor time, by what spent it. */
export interface Usage {
  /** The product, without PostgreSQL. */
  product: number;
  /** The only node, or the coordinator. */
  coordinator: number;
  workers: number;
  /** Everything else on the machine, except the measuring process. */
  others: number;
}

/**
 * The processor time so far.
 *
 * @param server the process of the product; undefined if the measuring process is the product.
 * @param nodes the first process of each node, the coordinator's first.
 */
export function readUsage(server: number | undefined, nodes: readonly number[]): Usage {
  const [coordinator = 0, ...workers] = nodes.map((pid) => processorTime(family(pid)));
  const own = ownTime();
  const served = server === undefined ? 0 : processorTime(family(server));
  const ofWorkers = workers.reduce((sum, one) => sum + one, 0);
  return {
    product: server === undefined ? own : served,
    coordinator,
    workers: ofWorkers,
    others: busyTime() - own - served - coordinator - ofWorkers,
  };
}

/** Seconds in which the machine's cores were not idle. */
function busyTime(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  const [idle = 0, waiting = 0] = ticks.slice(3, 5);
  return (ticks.reduce((sum, one) => sum + one, 0) - idle - waiting) / 100;
}

/** Bytes that the disk of a folder had in use at most while the work ran, beyond those before it. */
export async function watchDisk<Result>(
  folder: string,
  work: () => Promise<Result>,
): Promise<{ result: Result; highest: number }> {
  const before = await readUsed(folder);
  let highest = before;
  const timer = setInterval(async () => {
    highest = Math.max(highest, await readUsed(folder));
  }, 1_000);
  try {
    const result = await work();
    return { result, highest: highest - before };
  } finally {
    clearInterval(timer);
  }
}

async function readUsed(folder: string): Promise<number> {
  const { bsize, blocks, bfree } = await statfs(folder);
  return (blocks - bfree) * bsize;
}
