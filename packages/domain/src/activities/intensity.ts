/** 0 none, 1 light, 2 medium, 3 heavy. */
export type Intensity = 0 | 1 | 2 | 3;

const MAX_INTENSITY = 3;

/**
 * The intensity of each day's bubbles (specification part 2, section 9): counts are scaled so
 * that the highest of both series is heavy; fractions below one round up, others to the nearest.
 *
 * @throws RangeError when the series are not of equal length.
 */
export function bubbleIntensities(
  internalCounts: readonly number[],
  externalCounts: readonly number[],
): { internal: Intensity[]; external: Intensity[] } {
  if (internalCounts.length !== externalCounts.length) {
    throw new RangeError(
      `Bubble series must be of equal length: ${internalCounts.length} internal and ${externalCounts.length} external days.`,
    );
  }
  const highest = Math.max(0, ...internalCounts, ...externalCounts);
  const intensity = (count: number) => scale(count, highest);
  return { internal: internalCounts.map(intensity), external: externalCounts.map(intensity) };
}

function scale(count: number, highest: number): Intensity {
  if (count <= 0) return 0;
  const scaled = (count / highest) * MAX_INTENSITY;
  return (scaled < 1 ? 1 : Math.round(scaled)) as Intensity;
}
