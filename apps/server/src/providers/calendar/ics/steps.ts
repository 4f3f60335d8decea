/**
 * Work in steps of a millisecond or two each. Between two of them other work may run: what comes from a calendar may be
 * made to take long, and everything else waits for it otherwise.
 */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** The time for which steps are taken before other work runs; milliseconds. */
export const TURN_MS = 8;

/** Takes all steps without a pause. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * Takes the steps in turns of a few milliseconds.
 *
 * @param endTurn lets other work run.
 */
export async function runInTurns<Result>(
  steps: Steps<Result>,
  endTurn: () => Promise<void>,
): Promise<Result> {
  let turnEnds = performance.now() + TURN_MS;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() <= turnEnds) continue;
    await endTurn();
    turnEnds = performance.now() + TURN_MS;
  }
}
