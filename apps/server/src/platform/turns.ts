import { setImmediate } from 'node:timers/promises';

/** The time for which one piece of work may go on before others get their turn; milliseconds. */
const TURN_MS = 1;

let last: Promise<void> = Promise.resolve();

/**
 * Lets other work run. Waiting callers continue one after the other, each in its own turn of the event loop,
 * so that a request waits for a piece of one large response and not for all of them.
 */
export function takeTurn(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}

/**
 * Begins long work that is done in pieces. The returned function is called between two of them, and returns
 * a promise to wait for once the time of the turn is over.
 */
export function startTurns(): () => Promise<void> | undefined {
  let ends = performance.now() + TURN_MS;
  return () => {
    if (performance.now() < ends) return undefined;
    return takeTurn().then(() => void (ends = performance.now() + TURN_MS));
  };
}

/** Maps a long list, and gives way to other requests in between. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const endTurn = startTurns();
  const results: Result[] = [];
  for (const item of items) {
    results.push(map(item));
    const turn = endTurn();
    if (turn) await turn;
  }
  return results;
}
