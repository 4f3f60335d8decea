import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bubbleIntensities } from './intensity.ts';

describe('bubbleIntensities', () => {
  it('draws the highest day of both sides heavy and scales the rest to it', () => {
    expect(bubbleIntensities([0, 1, 2, 3], [6, 4, 5, 0])).toEqual({
      internal: [0, 1, 1, 2],
      external: [3, 2, 3, 0],
    });
  });

  it('rounds any fraction below one up, so that a single mail is always seen', () => {
    expect(bubbleIntensities([1], [1000])).toEqual({ internal: [1], external: [3] });
  });

  it('is still when nothing happened', () => {
    expect(bubbleIntensities([0, 0], [0, 0])).toEqual({ internal: [0, 0], external: [0, 0] });
  });

  it('throws for series of unequal length', () => {
    expect(() => bubbleIntensities([1, 2], [1])).toThrow(RangeError);
  });

  it('never shows something as nothing, nor more as less', () => {
    const series = fc.array(fc.tuple(fc.nat(500), fc.nat(500)), { minLength: 1, maxLength: 84 });
    fc.assert(
      fc.property(series, (days) => {
        const counts = days.flat();
        const { internal, external } = bubbleIntensities(
          days.map(([count]) => count),
          days.map(([, count]) => count),
        );
        const levels = days.flatMap((_, i) => [internal[i] ?? NaN, external[i] ?? NaN]);
        counts.forEach((count, i) => {
          expect((levels[i] ?? 0) > 0).toBe(count > 0);
          counts.forEach((other, j) => {
            if (count <= other) expect(levels[i]).toBeLessThanOrEqual(levels[j] ?? NaN);
          });
        });
      }),
      { numRuns: 50 },
    );
  });
});
