import { expect, it } from 'vitest';
import { countTurns } from '#test/count-turns.ts';
import { mapInTurns, takeTurn } from './turns.ts';

it('lets one waiting task go on in each turn of the event loop', async () => {
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

it('maps a list in its order, and lets others work in between', async () => {
  const items = Array.from({ length: 1_000 }, (_, index) => index);
  const turns = await countTurns(async () => {
    expect(await mapInTurns(items, (item) => item * 2)).toEqual(items.map((item) => item * 2));
  });
  expect(turns).toBeGreaterThanOrEqual(items.length);
});
