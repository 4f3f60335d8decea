import { family, processorTime } from '../process-memory.ts';

export interface Measured {
  /** Milliseconds. */
  times: number[];
  processor: number;
}

export const nothing = (): Measured => ({ times: [], processor: 0 });

/** Adds the time of some work, and the processor time of this process and PostgreSQL. */
export async function add(to: Measured, work: () => Promise<unknown>): Promise<void> {
  const processes = family(process.pid);
  const before = processorTime(processes);
  const started = performance.now();
  await work();
  to.times.push(performance.now() - started);
  to.processor += (processorTime(processes) - before) * 1_000;
}

export const milliseconds = (time: number | undefined) =>
  time === undefined ? '' : `${time.toFixed(time < 1 ? 3 : 1)} ms`;

export const at = ({ times }: Measured, share: number) =>
  times.toSorted((one, other) => one - other)[
    Math.min(times.length - 1, Math.floor(times.length * share))
  ];
