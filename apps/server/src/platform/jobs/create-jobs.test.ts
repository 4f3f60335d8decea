import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/create-test-database.ts';
import { createLog } from '../log/create-log.ts';
import { createJobs } from './create-jobs.ts';
import type { JobKind, Jobs } from './jobs.ts';
import { registerJobs } from './register-jobs.ts';

let database: TestDatabase;
let jobs: Jobs;
beforeAll(async () => {
  database = await createTestDatabase();
  jobs = await createJobs({ databaseUrl: database.url, poolSize: 2, log: createLog('silent') });
});
afterAll(async () => {
  await jobs.stop();
  await database.drop();
});

interface Numbered {
  number: number;
}

const job = (name: string, more: Partial<JobKind<Numbered>> = {}): { kind: JobKind<Numbered> } => ({
  kind: { name, retry: { limit: 1, delaySeconds: 1 }, expireSeconds: 30, ...more },
});

/** Starts running a kind of job. */
const work = (
  { kind }: { kind: JobKind<Numbered> },
  run: (data: Numbered) => Promise<void>,
  { on = jobs, concurrency = 1 }: { on?: Jobs; concurrency?: number } = {},
) =>
  registerJobs<{ jobs: Jobs }>(
    [
      {
        kind,
        concurrency,
        documentation: { summary: '', bound: '', afterKill: '' },
        run: (_needs, data) => run(data as Numbered),
      },
    ],
    { jobs: on },
  );

test('every job without a key is made and done', async () => {
  const done: number[] = [];
  expect(await jobs.enqueue(job('keyless'), { number: 1 })).toBe(true);
  expect(await jobs.enqueue(job('keyless'), { number: 2 })).toBe(true);
  await work(job('keyless'), async ({ number }) => void done.push(number));
  await vi.waitFor(() => expect(done.sort()).toEqual([1, 2]), { timeout: 20_000 });
});

test('of one key only one job is made while it waits', async () => {
  const enqueue = (number: number, singletonKey: string) =>
    jobs.enqueue(job('keyed'), { number }, { singletonKey });
  expect(await enqueue(1, 'a')).toBe(true);
  expect(await enqueue(2, 'a')).toBe(false);
  expect(await enqueue(3, 'b')).toBe(true);
});

test('a job is made while one of its key runs, where its kind says so', async () => {
  const waiting = job('waiting', { queuesWhileRunning: true });
  const enqueue = (number: number) => jobs.enqueue(waiting, { number }, { singletonKey: 'a' });
  const done: number[] = [];
  const made: boolean[] = [];
  await enqueue(1);
  await work(waiting, async ({ number }) => {
    if (number === 1) made.push(await enqueue(2), await enqueue(3));
    done.push(number);
  });
  await vi.waitFor(() => expect(done).toEqual([1, 2]), { timeout: 20_000 });
  expect(made).toEqual([true, false]);
});

test('a queue of an earlier version follows what its kind says now', async () => {
  const before = job('changed');
  expect(await jobs.enqueue(before, { number: 1 }, { singletonKey: 'a' })).toBe(true);
  const later = await createJobs({
    databaseUrl: database.url,
    poolSize: 2,
    log: createLog('silent'),
  });
  try {
    const now = job('changed', { queuesWhileRunning: true });
    const running = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const enqueue = () => later.enqueue(now, { number: 1 }, { singletonKey: 'a' });
    await enqueue();
    const run = () => {
      running.resolve();
      return end.promise;
    };
    await work(now, run, { on: later });
    await running.promise;
    expect(await enqueue()).toBe(true);
    end.resolve();
  } finally {
    await later.stop();
  }
});

test('short jobs run several at a time, and one that fails does not fail the others', async () => {
  const short = job('short', { isShort: true });
  for (let number = 1; number <= 6; number += 1) await jobs.enqueue(short, { number });
  const done: number[] = [];
  let running = 0;
  let maxRunning = 0;
  const together = Promise.withResolvers<void>();
  let attempts = 0;
  const run = async ({ number }: Numbered) => {
    running += 1;
    maxRunning = Math.max(maxRunning, running);
    if (running === 3) together.resolve();
    await together.promise;
    running -= 1;
    if (number === 2 && (attempts += 1) === 1) throw new Error('Once.');
    done.push(number);
  };
  await work(short, run, { concurrency: 3 });
  await vi.waitFor(() => expect(done.toSorted()).toEqual([1, 2, 3, 4, 5, 6]), { timeout: 20_000 });
  expect({ maxRunning, attempts }).toEqual({ maxRunning: 3, attempts: 2 });
});

test('jobs of a higher priority run first, which a waiting one takes on', async () => {
  const done: number[] = [];
  const ordered = job('ordered');
  await jobs.enqueue(ordered, { number: 3 }, { singletonKey: 'c', priority: -3 });
  await jobs.enqueue(ordered, { number: 2 }, { singletonKey: 'b', priority: -2 });
  await jobs.enqueue(ordered, { number: 1 }, { singletonKey: 'a', priority: -9 });
  const raise = (priority: number) =>
    jobs.enqueue(ordered, { number: 1 }, { singletonKey: 'a', priority });
  expect([await raise(-1), await raise(-8)]).toEqual([false, false]);
  await work(ordered, async ({ number }) => void done.push(number));
  await vi.waitFor(() => expect(done).toEqual([1, 2, 3]), { timeout: 20_000 });
});
