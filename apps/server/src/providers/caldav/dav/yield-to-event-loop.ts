import { setImmediate } from 'node:timers/promises';

const TURN = 500;

let last: Promise<void> = Promise.resolve();

/**
 * Lets other work run. What waits here goes on one after the other, each in another turn of the event
 * loop: however many calendars are read at once, a request waits for a part of one of them.
 */
export function takeTurn(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}

/** Iterates over many items, and lets other work run after each few hundred of them. */
export async function* yieldToEventLoop<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const [index, item] of items.entries()) {
    if (index % TURN === TURN - 1) await takeTurn();
    yield item;
  }
}
