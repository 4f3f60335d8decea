import { startProcessorTime } from '#test/processor-time.ts';

/**
 * Measures the most time for which this thread worked without giving way to other requests, while something
 * else, such as a client in another thread, calls it.
 *
 * @returns milliseconds of the processor in the slowest turn of the event loop, as `startProcessorTime` counts.
 */
export async function measureStretches<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; maxMs: number }> {
  let maxMs = 0;
  let isDone = false;
  let elapsed = startProcessorTime();
  const turn = () => {
    maxMs = Math.max(maxMs, elapsed());
    elapsed = startProcessorTime();
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const result = await work();
  await new Promise((resolve) => setImmediate(resolve));
  isDone = true;
  return { result, maxMs };
}
