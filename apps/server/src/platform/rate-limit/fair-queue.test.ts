import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

/** Lets everything continue that can. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Tasks that end when told to, and the order in which they started. */
function createTasks(queue: ReturnType<typeof createFairQueue>) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    add: (name: string, rank: number) =>
      queue(async () => {
        started.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        return name;
      }, rank),
    end: async (name: string) => {
      ends.get(name)?.();
      await settle();
    },
    endAll: async () => {
      for (let count = -1; count !== ends.size; await settle()) {
        count = ends.size;
        for (const end of ends.values()) end();
      }
    },
  };
}

test('runs so many at the same time, then the lowest rank first, equals in order', async () => {
  const tasks = createTasks(createFairQueue({ concurrency: 2, maxWaiting: 10 }));
  const all = Promise.all([
    tasks.add('a', 5),
    tasks.add('b', 5),
    tasks.add('late', 3),
    tasks.add('first', 1),
    tasks.add('later', 3),
    tasks.add('soon', 2),
  ]);
  await settle();
  expect(tasks.started).toEqual(['a', 'b']);
  await tasks.end('b');
  expect(tasks.started).toEqual(['a', 'b', 'first']);
  await tasks.endAll();
  await all;
  expect(tasks.started).toEqual(['a', 'b', 'first', 'soon', 'late', 'later']);
});

test('drops the highest rank when too many wait, of equals the one that waited longest', async () => {
  const tasks = createTasks(createFairQueue({ concurrency: 1, maxWaiting: 2 }));
  const running = tasks.add('running', 0);
  const outcomes = [
    tasks.add('heavy', 9),
    tasks.add('old', 1),
    tasks.add('new', 1),
    tasks.add('newest', 1),
  ].map((task) => task.catch((error: unknown) => error));
  const busy = { code: 'RATE_LIMITED', retryAfterSeconds: 5 };
  expect(await outcomes[0]).toMatchObject(busy);
  expect(await outcomes[1]).toMatchObject(busy);
  await expect(tasks.add('heavier', 9)).rejects.toMatchObject(busy);
  await tasks.endAll();
  expect(await Promise.all([running, ...outcomes.slice(2)])).toEqual(['running', 'new', 'newest']);
  expect(tasks.started).toEqual(['running', 'new', 'newest']);
});

test('heavy ranks leave one slot to the others', async () => {
  const tasks = createTasks(createFairQueue({ concurrency: 2, maxWaiting: 10, heavyRank: 1 }));
  const all = Promise.all([tasks.add('a', 2), tasks.add('b', 3), tasks.add('light', 1)]);
  await settle();
  expect(tasks.started).toEqual(['a', 'light']);
  await tasks.end('light');
  expect(tasks.started).toEqual(['a', 'light']);
  await tasks.end('a');
  expect(tasks.started).toEqual(['a', 'light', 'b']);
  await tasks.endAll();
  await all;
});

test('a failed task makes room for the next one', async () => {
  const queue = createFairQueue({ concurrency: 1, maxWaiting: 1 });
  const failed = queue(() => Promise.reject(new Error('failed')), 0);
  const next = queue(async () => 'done', 0);
  await expect(failed).rejects.toThrow('failed');
  expect(await next).toBe('done');
});
