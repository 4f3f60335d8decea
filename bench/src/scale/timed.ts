/** Wraps the part of a measure that its rate is of. */
export type Timed = <Result>(part: () => Promise<Result>) => Promise<Result>;

export const untimed: Timed = (part) => part();
