import { expect, onTestFinished, test, vi } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

/** Lets every pending promise continue. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Tasks that end when the test ends them, and the order in which they started. */
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

test('drops the highest rank when too many wait, of equals the one in the middle', async () => {
  const tasks = createTasks(createFairQueue({ concurrency: 1, maxWaiting: 3 }));
  const running = tasks.add('running', 0);
  const outcomes = ['heavy', 'old', 'middle', 'new', 'newest'].map((name) =>
    tasks.add(name, name === 'heavy' ? 9 : 1).catch((error: unknown) => error),
  );
  const busy = { code: 'RATE_LIMITED', retryAfterSeconds: 5 };
  expect(await outcomes[0]).toMatchObject(busy);
  expect(await outcomes[2]).toMatchObject(busy);
  await expect(tasks.add('heavier', 9)).rejects.toMatchObject(busy);
  await tasks.endAll();
  await Promise.all([running, ...outcomes]);
  expect(tasks.started).toEqual(['running', 'old', 'new', 'newest']);
});

test('lets fewer wait when tasks take long', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const queue = createFairQueue({ concurrency: 1, maxWaiting: 100, maxWaitMs: 1_000 });
  await queue(async () => void vi.advanceTimersByTime(50), 0);
  const tasks = createTasks(queue);
  const outcomes = Array.from({ length: 40 }, (_, at) =>
    tasks.add(String(at), 0).catch(() => 'dropped'),
  );
  await settle();
  await tasks.endAll();
  // One runs, and twenty wait for a second.
  expect((await Promise.all(outcomes)).filter((outcome) => outcome !== 'dropped')).toHaveLength(21);
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
