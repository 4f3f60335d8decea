import { takeTurn } from '#platform/turns.ts';

const TURN = 500;

/** Iterates over many items, and lets other work run after each few hundred of them. */
export async function* yieldToEventLoop<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const [index, item] of items.entries()) {
    if (index % TURN === TURN - 1) await takeTurn();
    yield item;
  }
}
