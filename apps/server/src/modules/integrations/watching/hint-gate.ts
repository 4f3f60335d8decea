/** The time between two hints of one connection that are passed on; milliseconds. */
const GAP_MS = 2_000;
/** The gap after several hints in a row that were each followed by more. */
const MANY = 100;
const GAP_OF_MANY_MS = 15_000;

export interface HintGate {
  /** Passes a hint on: at once, or together with all that follow when the gap after the last one ends. */
  hint: () => void;
  close: () => void;
}

/** Bounds how often the hints of one connection make it due, whatever its server sends. */
export function createHintGate(passOn: () => void, gapMs = GAP_MS): HintGate {
  let timer: NodeJS.Timeout | undefined;
  let isWaiting = false;
  let inRow = 0;
  const begin = () => {
    isWaiting = false;
    passOn();
    timer = setTimeout(end, inRow < MANY ? gapMs : GAP_OF_MANY_MS);
  };
  const end = () => {
    timer = undefined;
    inRow = isWaiting ? inRow + 1 : 0;
    if (isWaiting) begin();
  };
  return {
    hint: () => {
      if (timer === undefined) begin();
      else isWaiting = true;
    },
    close: () => clearTimeout(timer),
  };
}
