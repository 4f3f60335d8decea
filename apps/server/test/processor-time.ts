/** What `measureSpeed` takes on the machine on which the limits of the tests were chosen; milliseconds. */
const REFERENCE_MS = 40;

/** How much slower this machine is than that one, at least 1; measured once in each worker. */
let slowness: number | undefined;

/**
 * Measures the time that the processor spends in this thread, so that a test which compares it with a limit
 * also holds on a slower or a busy machine.
 *
 * @returns the milliseconds since the call, as the machine on which the limits were chosen would take.
 */
export function startProcessorTime(): () => number {
  const factor = (slowness ??= Math.max(measureSpeed() / REFERENCE_MS, 1));
  const begun = process.threadCpuUsage();
  return () => millisecondsSince(begun) / factor;
}

/** The least of three times that a fixed work takes: texts, objects and a map, as in reading an email. */
function measureSpeed(): number {
  const times = Array.from({ length: 4 }, () => {
    const begun = process.threadCpuUsage();
    const counts = new Map<string, number>();
    for (let count = 0; count < 100_000; count += 1) {
      const [word = ''] = /[a-z]\d+/.exec(`a line with x${count % 5_000} in it`) ?? [];
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    JSON.parse(JSON.stringify([...counts]));
    return millisecondsSince(begun);
  });
  return Math.min(...times);
}

function millisecondsSince(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1_000;
}
