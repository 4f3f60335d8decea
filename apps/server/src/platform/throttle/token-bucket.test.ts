import { describe, expect, it } from 'vitest';
import { createTokenBucket } from './token-bucket.ts';

const never = new AbortController().signal;

describe('a token bucket', () => {
  it('gives what it has at once', async () => {
    const bucket = createTokenBucket({ tokens: 4, returnAfter: 24 * 60 * 60 * 1000 });
    const all = Promise.all([1, 2, 3, 4].map(() => bucket.take(1, never)));
    await expect(all).resolves.toHaveLength(4);
  });

  it('gives the rest when tokens have come back', async () => {
    const bucket = createTokenBucket({ tokens: 4, returnAfter: 60 });
    const begun = performance.now();
    await Promise.all([1, 2, 3, 4].map(() => bucket.take(1, never)));
    await Promise.all([5, 6].map(() => bucket.take(1, never)));
    // Timers can be a millisecond early.
    expect(performance.now() - begun).toBeGreaterThanOrEqual(58);
  });

  it('never lets more go within the time than it holds', async () => {
    const [tokens, returnAfter] = [5, 200];
    const bucket = createTokenBucket({ tokens, returnAfter });
    // Tolerance for a busy machine pausing between taking a token and recording it; milliseconds.
    const noticed = 50;
    const taken: { at: number; count: number }[] = [];
    await Promise.all(
      [3, 1, 2, 4, 1, 5, 2, 1].map(async (count) => {
        await bucket.take(count, never);
        taken.push({ at: performance.now(), count });
      }),
    );
    for (const { at } of taken) {
      const within = taken.filter((one) => one.at >= at && one.at < at + returnAfter - noticed);
      expect(within.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(tokens);
    }
  });

  it('lets the next one have its turn when one gives up', async () => {
    const bucket = createTokenBucket({ tokens: 1, returnAfter: 500 });
    await bucket.take(1, never);
    const timeoutMs = new AbortController();
    const gone = bucket.take(1, timeoutMs.signal);
    const next = bucket.take(1, never);
    timeoutMs.abort();
    await expect(gone).rejects.toThrow('aborted');
    await next;
  });

  it('gives more than it holds when it is full, rather than never', async () => {
    const bucket = createTokenBucket({ tokens: 2, returnAfter: 10 });
    await expect(bucket.take(3, never)).resolves.toBeUndefined();
  });
});
