/** The smallest value that this percentage of the values does not exceed; 0 for none. */
export const percentile = (values: readonly number[], percent: number): number =>
  values.toSorted((one, other) => one - other)[
    Math.max(0, Math.ceil((values.length * percent) / 100) - 1)
  ] ?? 0;
