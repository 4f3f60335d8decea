/** The smallest of the values that so many per cent of them do not exceed; 0 for none. */
export const percentile = (values: readonly number[], percent: number): number =>
  values.toSorted((one, other) => one - other)[
    Math.max(0, Math.ceil((values.length * percent) / 100) - 1)
  ] ?? 0;
