import { expect, test } from 'vitest';
import { measureGrowth } from './measure-growth.ts';

const options = { sizes: [250, 500, 1_000, 2_000, 4_000], rounds: 3, floorMs: 1 };

/** Keeps the processor busy; milliseconds. */
function burn(milliseconds: number): void {
  const begun = process.cpuUsage();
  for (let spent = 0; spent < milliseconds * 1_000;) {
    const { user, system } = process.cpuUsage(begun);
    spent = user + system;
  }
}

test.each([
  ['in proportion', 1],
  ['quadratic', 2],
])('measures the power of work that is %s', async (_, power) => {
  const work = async (size: number) => burn(40 * (size / 4_000) ** power);
  const { exponent } = await measureGrowth(work, options);
  expect(Math.abs(exponent - power)).toBeLessThan(0.3);
});

test('does not judge what costs next to nothing', async () => {
  let requests = 0;
  const work = async () => void (requests += 1);
  expect(await measureGrowth(work, { ...options, floorMs: 50 })).toMatchObject({ exponent: 0 });
  expect(requests).toBe(1);
});
