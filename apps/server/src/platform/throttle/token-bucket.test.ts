import { describe, expect, it } from 'vitest';
import { createTokenBucket } from './token-bucket.ts';

const never = new AbortController().signal;

describe('a token bucket', () => {
  it('gives what it has at once, and the rest when tokens have come back', async () => {
    const bucket = createTokenBucket({ tokens: 4, returnAfter: 60 });
    const begun = performance.now();
    const times = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async () => {
        await bucket.take(1, never);
        return performance.now() - begun;
      }),
    );
    const isLate = times.map((time) => time >= 60);
    expect(isLate).toEqual([false, false, false, false, true, true]);
  });

  it('never lets more go within the time than it holds', async () => {
    const [tokens, returnAfter] = [5, 40];
    const bucket = createTokenBucket({ tokens, returnAfter });
    const taken: { at: number; count: number }[] = [];
    await Promise.all(
      [3, 1, 2, 4, 1, 5, 2, 1].map(async (count) => {
        await bucket.take(count, never);
        taken.push({ at: performance.now(), count });
      }),
    );
    for (const { at } of taken) {
      const within = taken.filter((one) => one.at >= at && one.at < at + returnAfter - 2);
      expect(within.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(tokens);
    }
  });

  it('lets the next one have its turn when one gives up', async () => {
    const bucket = createTokenBucket({ tokens: 1, returnAfter: 50 });
    await bucket.take(1, never);
    const gone = bucket.take(1, AbortSignal.timeout(5));
    const next = bucket.take(1, never);
    await expect(gone).rejects.toThrow('aborted');
    await next;
  });

  it('gives more than it holds when it is full, rather than never', async () => {
    const bucket = createTokenBucket({ tokens: 2, returnAfter: 10 });
    await expect(bucket.take(3, never)).resolves.toBeUndefined();
  });
});
