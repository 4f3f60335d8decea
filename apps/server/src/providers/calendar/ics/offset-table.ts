const dayMs = 24 * 60 * 60 * 1000;

/** Changes of clocks are looked up this far ahead. */
export const YEARS_AHEAD = 10;

/** Before this the offset is that of its beginning: the times of meetings are later. */
const FIRST = Date.UTC(1970, 0, 1);
/** From then on the offset is the last one: meetings are read some hundred days ahead. */
const END = Date.UTC(new Date().getUTCFullYear() + YEARS_AHEAD, 0, 1);
/**
 * The interval at which offsets are compared. The shortest time between two changes that cancel each other is
 * a week, in Brazil in the year 2000.
 */
const SAMPLE_MS = 5 * dayMs;
/**
 * The span that is searched for changes at once, when its first offset is looked up: a tenth of a
 * millisecond.
 */
const BLOCK_MS = 64 * SAMPLE_MS;
/** Zones change their clocks at full seconds. */
const STEP_MS = 1000;

/** The offset of a zone from an instant on. */
interface OffsetChange {
  at: number;
  offset: number;
}

/**
 * Remembers the changes of a zone's clocks: some hundred. Intl takes a microsecond and more for each offset, and an
 * event may need hundreds of thousands of them.
 *
 * @param findOffset returns the offset at an instant of full seconds.
 * @returns the offset at any instant; milliseconds.
 */
export function createOffsetTable(
  findOffset: (instant: number) => number,
): (instant: number) => number {
  const blocks: OffsetChange[][] = [];
  return (instant) => {
    const at = Math.min(Math.max(instant, FIRST), END - 1);
    const index = Math.floor((at - FIRST) / BLOCK_MS);
    const block = (blocks[index] ??= findChanges(findOffset, FIRST + index * BLOCK_MS));
    let offset = 0;
    for (const change of block) {
      if (change.at > at) break;
      offset = change.offset;
    }
    return offset;
  };
}

/** The offset at the beginning of a block, and its changes in it. */
function findChanges(findOffset: (instant: number) => number, begin: number): OffsetChange[] {
  let offset = findOffset(begin);
  const changes = [{ at: begin, offset }];
  for (let from = begin; from < begin + BLOCK_MS; from += SAMPLE_MS) {
    const next = findOffset(from + SAMPLE_MS);
    if (next === offset) continue;
    let [low, high] = [from, from + SAMPLE_MS];
    while (high - low > STEP_MS) {
      const middle = low + Math.floor((high - low) / 2 / STEP_MS) * STEP_MS;
      if (findOffset(middle) === offset) low = middle;
      else high = middle;
    }
    offset = next;
    changes.push({ at: high, offset });
  }
  return changes;
}
