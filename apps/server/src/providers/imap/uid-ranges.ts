import type { UidRange } from '#modules/integrations/provider/item-location.ts';

/** Creates ranges from UIDs in any order. */
export function toRanges(uids: readonly number[]): UidRange[] {
  const ranges: [number, number][] = [];
  for (const uid of [...new Set(uids)].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === uid - 1) last[1] = uid;
    else ranges.push([uid, uid]);
  }
  return ranges;
}

export const writeRanges = (ranges: readonly UidRange[]): string =>
  ranges.map(([from, to]) => (from === to ? `${from}` : `${from}:${to}`)).join(',');

/** @throws RangeError for a text that was not created by `writeRanges`. */
export function readRanges(text: string): UidRange[] {
  if (text === '') return [];
  return text.split(',').map((part) => {
    const [from = Number.NaN, to = from] = part.split(':').map(Number);
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from > to) {
      throw new RangeError(`“${part.slice(0, 40)}” is no range of UIDs.`);
    }
    return [from, to];
  });
}

export const countUids = (ranges: readonly UidRange[]): number =>
  ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);

/** Returns the UIDs outside the ranges; both are ascending. */
export function uidsOutside(uids: readonly number[], ranges: readonly UidRange[]): number[] {
  const isOutside = outside(ranges);
  return uids.filter(isOutside);
}

/** Returns the UIDs inside the ranges; both are ascending. */
export function uidsInside(uids: readonly number[], ranges: readonly UidRange[]): number[] {
  const isOutside = outside(ranges);
  return uids.filter((uid) => !isOutside(uid));
}

/** Returns a predicate that must be called with UIDs in ascending order. */
function outside(ranges: readonly UidRange[]): (uid: number) => boolean {
  let at = 0;
  return (uid) => {
    while (at < ranges.length && (ranges[at]?.[1] ?? 0) < uid) at += 1;
    return uid < (ranges[at]?.[0] ?? Number.POSITIVE_INFINITY);
  };
}

/** The parts of the ranges that contain none of the ascending UIDs. */
export function rangesWithout(ranges: readonly UidRange[], uids: readonly number[]): UidRange[] {
  const rest: UidRange[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    let begin = from;
    while (at < uids.length && (uids[at] ?? 0) < from) at += 1;
    for (; at < uids.length && (uids[at] ?? 0) <= to; at += 1) {
      const uid = uids[at] ?? 0;
      if (begin < uid) rest.push([begin, uid - 1]);
      begin = uid + 1;
    }
    if (begin <= to) rest.push([begin, to]);
  }
  return rest;
}

export const joinRanges = (some: readonly UidRange[], others: readonly UidRange[]): UidRange[] => {
  const joined: [number, number][] = [];
  const all = [...some, ...others].sort(([a], [b]) => a - b);
  for (const [from, to] of all) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
};
