/** The cost of some work at each size; milliseconds of CPU time. */
export interface Growth {
  /** The cost of the largest size, if no other one was measured. */
  costs: number[];
  /** Exponent of the cost as a power of the size; 0 when the cost is too small to judge. */
  exponent: number;
}

export interface GrowthOptions {
  /** Ascending. */
  sizes: readonly number[];
  /** The best of this many measurements, to exclude garbage collections and compilations. */
  rounds: number;
  /** Below this, a cost is mostly fixed overhead and noise, so it is not judged; milliseconds. */
  floorMs: number;
}

/**
 * Measures how the cost of some work grows with the size of its input. Uses CPU time since the
 * machine may be busy. Work whose largest size costs less than the floor is run once.
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
  // The fixed cost of a request would look like a steep increase from nothing.
  const points = costs.map((cost, at): [number, number] => [
    Math.log(sizes[at] ?? 1),
    Math.log(Math.max(cost, floorMs / 8)),
  ]);
  return { costs, exponent: slope(points) };
}

/** The minimum of some rounds, or the first one below `enough`. */
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

/** Slope of the least-squares line through some points. */
function slope(points: readonly [number, number][]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))];
  const covariance = mean(points.map(([at, value]) => (at - x) * (value - y)));
  return covariance / mean(points.map(([at]) => (at - x) ** 2));
}
