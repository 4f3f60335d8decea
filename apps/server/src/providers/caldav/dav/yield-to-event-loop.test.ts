import { expect, it } from 'vitest';
import { takeTurn } from './yield-to-event-loop.ts';

it('lets one of those that wait go on in each turn of the event loop', async () => {
  let turn = 0;
  const count = () => {
    turn += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const turns = await Promise.all(
    Array.from({ length: 5 }, async () => {
      await takeTurn();
      return turn;
    }),
  );
  clearImmediate(next);
  expect(new Set(turns).size).toBe(5);
});
