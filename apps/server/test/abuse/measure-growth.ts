/** What a piece of work took at each size; milliseconds of processor time. */
export interface Growth {
  /** Of the largest size first where nothing else was measured. */
  costs: number[];
  /** Cost grows with this power of the size; 0 where it is too small to judge. */
  exponent: number;
}

export interface GrowthOptions {
  /** Ascending. */
  sizes: readonly number[];
  /** The best of so many counts: collections of garbage and compilations come and go. */
  rounds: number;
  /** Below this a cost is mostly fixed and noise, so that it is not judged; milliseconds. */
  floorMs: number;
}

/**
 * Measures how the cost of some work grows with the size of its input. Processor time, not the
 * clock: the machine may be busy. Work whose largest size stays below the floor is done once.
 */
export async function measureGrowth(
  work: (size: number) => Promise<unknown>,
  { sizes, rounds, floorMs }: GrowthOptions,
): Promise<Growth> {
  const largest = await leastCost(() => work(sizes.at(-1) ?? 0), rounds, floorMs);
  if (largest < floorMs) return { costs: [largest], exponent: 0 };
  const costs: number[] = [];
  for (const size of sizes.slice(0, -1)) costs.push(await leastCost(() => work(size), rounds));
  costs.push(largest);
  // What every request costs would look like a steep rise from nothing.
  const points = costs.map((cost, at): [number, number] => [
    Math.log(sizes[at] ?? 1),
    Math.log(Math.max(cost, floorMs / 8)),
  ]);
  return { costs, exponent: slope(points) };
}

/** The least of some rounds, or the first that is below what is enough. */
async function leastCost(work: () => Promise<unknown>, rounds: number, enough = 0) {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && least >= enough; round += 1) {
    const begun = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(begun);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/** Of the line through some points with the least squares. */
function slope(points: readonly [number, number][]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))];
  const covariance = mean(points.map(([at, value]) => (at - x) * (value - y)));
  return covariance / mean(points.map(([at]) => (at - x) ** 2));
}
