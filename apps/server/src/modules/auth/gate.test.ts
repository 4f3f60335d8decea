import { expect, test } from 'vitest';
import { createGate } from './gate.ts';

/** Work that ends when told to. */
function createWork() {
  const ends: (() => void)[] = [];
  let started = 0;
  return {
    ends,
    started: () => started,
    work: async () => {
      started += 1;
      await new Promise<void>((resolve) => ends.push(resolve));
    },
  };
}

/** Lets everything go on that can. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('so many run at once, the others wait for their turn', async () => {
  const { work, ends, started } = createWork();
  const gate = createGate({ concurrency: 2, waiting: 5 });
  const all = Promise.all(Array.from({ length: 5 }, () => gate(work)));
  for (const running of [2, 3, 4, 5]) {
    await settle();
    expect(started()).toBe(running);
    ends.shift()?.();
  }
  await settle();
  for (const end of ends) end();
  await all;
});

test('whoever comes when too many wait is sent away, and gets in later', async () => {
  const { work, ends } = createWork();
  const gate = createGate({ concurrency: 1, waiting: 1 });
  const admitted = [gate(work), gate(work)];
  await expect(gate(work)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 5 });
  for (const one of admitted) {
    await settle();
    ends.shift()?.();
    await one;
  }
  expect(await gate(async () => 'done')).toBe('done');
});

test('a failure makes room for the next', async () => {
  const gate = createGate({ concurrency: 1, waiting: 1 });
  await expect(gate(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await gate(async () => 'done')).toBe('done');
});

test('what is trusted goes first, and is not sent away for the others', async () => {
  const { work, ends } = createWork();
  const gate = createGate({ concurrency: 1, waiting: 1 });
  const order: string[] = [];
  const noted = (name: string) => async () => {
    order.push(name);
    await work();
  };
  const all = [
    gate(noted('running')),
    gate(noted('other')),
    gate(noted('trusted'), { isTrusted: true }),
  ];
  await expect(gate(noted('late'), { isTrusted: true })).rejects.toMatchObject({
    code: 'RATE_LIMITED',
  });
  for (const one of all) {
    await settle();
    ends.shift()?.();
    await settle();
    void one;
  }
  await Promise.all(all);
  expect(order).toEqual(['running', 'trusted', 'other']);
});
