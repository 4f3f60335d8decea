export interface Rate {
  perSecond: number;
  /** Milliseconds. */
  p99: number;
}

/** Runs some work over and over on this many lanes at once, and returns how often it completed. */
export async function measureRate(
  work: (lane: number) => Promise<void>,
  { lanes, seconds }: { lanes: number; seconds: number },
): Promise<Rate> {
  const times: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1_000;
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let now = performance.now(); now < end;) {
        await work(lane);
        const after = performance.now();
        times.push(after - now);
        now = after;
      }
    }),
  );
  const elapsed = (performance.now() - start) / 1_000;
  times.sort((one, other) => one - other);
  return { perSecond: times.length / elapsed, p99: times[Math.floor(times.length * 0.99)] ?? 0 };
}
