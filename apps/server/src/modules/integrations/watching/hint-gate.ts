/** The time between two hints of one connection that are passed on, at first and at most; milliseconds. */
const FIRST_GAP_MS = 2_000;
const MAX_GAP_MS = 60_000;

export interface HintGate {
  /** Passes a hint on: at once, or together with all that follow when the gap after the last one ends. */
  hint: () => void;
  close: () => void;
}

/**
 * Bounds how often the hints of one connection make it due. Each gap in which further hints come is twice as long as
 * the one before; after a gap without any, the next hint is passed on at once.
 */
export function createHintGate(passOn: () => void, firstGapMs = FIRST_GAP_MS): HintGate {
  let timer: NodeJS.Timeout | undefined;
  let gapMs = firstGapMs;
  let isWaiting = false;
  const begin = () => {
    isWaiting = false;
    passOn();
    timer = setTimeout(() => {
      timer = undefined;
      gapMs = isWaiting ? Math.min(MAX_GAP_MS, gapMs * 2) : firstGapMs;
      if (isWaiting) begin();
    }, gapMs);
  };
  return {
    hint: () => {
      if (timer === undefined) begin();
      else isWaiting = true;
    },
    close: () => clearTimeout(timer),
  };
}
