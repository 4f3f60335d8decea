import { describe, expect, it } from 'vitest';
import {
  countUids,
  joinRanges,
  rangesWithout,
  readRanges,
  toRanges,
  uidsOutside,
  writeRanges,
} from './uid-ranges.ts';

describe('ranges of UIDs', () => {
  it.each([
    ['', []],
    ['7', [7]],
    ['1:3,5,9:10', [1, 2, 3, 5, 9, 10]],
  ])('%s', (text, uids) => {
    expect(writeRanges(toRanges(uids))).toBe(text);
    expect(readRanges(text)).toEqual(toRanges(uids));
    expect(countUids(readRanges(text))).toBe(uids.length);
  });

  it.each(['x', '3:1', '1;2', '1.5'])('refuses %s', (text) => {
    expect(() => readRanges(text)).toThrow(RangeError);
  });

  it('agrees with sets', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let round = 0; round < 300; round += 1) {
      const some = () =>
        [...new Set(Array.from({ length: random(30) }, () => 1 + random(40)))].sort(
          (a, b) => a - b,
        );
      const [a, b] = [some(), some()];
      const all = (ranges: ReturnType<typeof toRanges>) =>
        ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
      expect(uidsOutside(a, toRanges(b))).toEqual(a.filter((uid) => !b.includes(uid)));
      expect(all(rangesWithout(toRanges(a), b))).toEqual(a.filter((uid) => !b.includes(uid)));
      expect(joinRanges(toRanges(a), toRanges(b))).toEqual(toRanges([...a, ...b]));
    }
  });
});
