import { setImmediate } from 'node:timers/promises';

const TURN = 1_000;

/** The same ones, with a turn for others after each thousand. */
export async function* unhurried<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const [index, item] of items.entries()) {
    if (index % TURN === TURN - 1) await setImmediate();
    yield item;
  }
}
