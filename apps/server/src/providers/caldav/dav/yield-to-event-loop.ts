import { setImmediate } from 'node:timers/promises';

const TURN = 1_000;

/** Iterates over many items, and lets other work run after each thousand of them. */
export async function* yieldToEventLoop<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const [index, item] of items.entries()) {
    if (index % TURN === TURN - 1) await setImmediate();
    yield item;
  }
}
