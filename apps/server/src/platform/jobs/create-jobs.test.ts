import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/create-test-database.ts';
import { createDatabase, type Database } from '../database/create-database.ts';
import { createLog } from '../log/create-log.ts';
import { createJobs } from './create-jobs.ts';
import { EVERY_MINUTE } from './cron.ts';
import { describeLate, type LateJob, listLateJobs, startLateJobReport } from './late-jobs.ts';
import type { JobKind, Jobs } from './jobs.ts';
import { registerJobs } from './register-jobs.ts';

let database: TestDatabase;
let db: Database;
let jobs: Jobs;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase({ url: database.url, poolSize: 2, onLostConnection: () => {} });
  jobs = await createJobs({
    databaseUrl: database.url,
    poolSize: 2,
    log: createLog('silent'),
    superviseSeconds: 1,
  });
});
afterAll(async () => {
  await jobs.stop();
  await db.destroy();
  await database.drop();
});

interface Numbered {
  number: number;
}

const job = (name: string, more: Partial<JobKind<Numbered>> = {}): { kind: JobKind<Numbered> } => ({
  kind: { name, retry: { limit: 1, delaySeconds: 1 }, expireSeconds: 30, ...more },
});

const documentation = { summary: '', bound: '', afterKill: '' };

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
        documentation,
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

test('a job that a transaction makes exists if it commits', async () => {
  const made = job('within');
  const enqueue = (isLost: boolean) =>
    db.transaction().execute(async (within) => {
      expect(await jobs.enqueue(made, { number: 1 }, { singletonKey: 'a', within })).toBe(true);
      if (isLost) throw new Error('It ends here.');
    });
  await expect(enqueue(true)).rejects.toThrow('It ends here.');
  await enqueue(false);
  expect(await jobs.enqueue(made, { number: 2 }, { singletonKey: 'a' })).toBe(false);
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

/** Makes the running jobs look as if their process had ended a moment ago. */
const endProcessOf = (name: string, runningSeconds = 25) =>
  sql`update pgboss.job set heartbeat_on = now() - interval '21 seconds', state = 'active',
    started_on = now() - make_interval(secs => ${runningSeconds})
    where name = ${name} and state in ('created', 'retry', 'active')`.execute(db);

describe('a job whose process ended', () => {
  const kinds = [
    { retry: { limit: 0, delaySeconds: 0 }, expireSeconds: 600 },
    { retry: { limit: 6, delaySeconds: 300 } },
    { retry: { limit: 1, delaySeconds: 300 }, queuesWhileRunning: true, expireSeconds: 600 },
    { retry: { limit: 1, delaySeconds: 300 }, isShort: true, expireSeconds: 600 },
  ];
  test.each(kinds)('runs again at once, however errors are retried: %o', async (more) => {
    const name = `ended-${kinds.findIndex((kind) => kind === more)}`;
    const ended = job(name, more);
    await jobs.enqueue(ended, { number: 1 }, { singletonKey: 'a' });
    // One of them also exceeds the time of its kind.
    await endProcessOf(name, more.retry.limit === 6 ? 60 : 25);
    const done: number[] = [];
    await work(ended, async ({ number }) => void done.push(number));
    await vi.waitFor(() => expect(done).toEqual([1]), { timeout: 20_000 });
  });

  test('no longer keeps others of its key from running', async () => {
    const single = job('single', { retry: { limit: 0, delaySeconds: 0 }, expireSeconds: 600 });
    await jobs.enqueue(single, { number: 1 }, { singletonKey: 'a' });
    await endProcessOf('single');
    expect(await jobs.enqueue(single, { number: 2 }, { singletonKey: 'a' })).toBe(false);
    const done: number[] = [];
    await work(single, async ({ number }) => void done.push(number));
    await vi.waitFor(() => expect(done).toEqual([1]), { timeout: 20_000 });
    await vi.waitFor(
      async () => {
        await jobs.enqueue(single, { number: 3 }, { singletonKey: 'a' });
        expect(done).toEqual([1, 3]);
      },
      { timeout: 20_000, interval: 200 },
    );
  });

  test('aborts the signal of a process that was only paused', async () => {
    const paused = job('paused');
    const begun = Promise.withResolvers<AbortSignal>();
    let runs = 0;
    await jobs.enqueue(paused, { number: 1 });
    await registerJobs<{ jobs: Jobs }>(
      [
        {
          ...paused,
          concurrency: 2,
          documentation,
          run: async (_needs, _data, signal) => {
            runs += 1;
            if (runs > 1) return;
            begun.resolve(signal);
            await once(signal, 'abort');
          },
        },
      ],
      { jobs },
    );
    const signal = await begun.promise;
    await endProcessOf('paused');
    await vi.waitFor(() => expect(signal.aborted).toBe(true), { timeout: 20_000 });
    await vi.waitFor(() => expect(runs).toBe(2), { timeout: 20_000 });
  });
});

test('a job that fails is retried as often as its kind says, whatever ended processes are allowed', async () => {
  const failing = job('failing', { retry: { limit: 1, delaySeconds: 0 } });
  let attempts = 0;
  await jobs.enqueue(failing, { number: 1 }, { singletonKey: 'a' });
  await work(failing, () => {
    attempts += 1;
    throw new Error('Never.');
  });
  await vi.waitFor(async () => expect(await statesOf('failing')).toEqual(['failed']), {
    timeout: 20_000,
  });
  expect(attempts).toBe(2);
});

describe('a late job', () => {
  const scheduled = { ...job('scheduled'), schedule: EVERY_MINUTE };
  const lateNames = async (list = [scheduled]) =>
    (await listLateJobs(db, list)).map(({ name }) => name);
  const age = (name: string, minutes: number) =>
    sql`update pgboss.job set completed_on = completed_on - make_interval(mins => ${minutes}),
      started_on = started_on - make_interval(mins => ${minutes}),
      start_after = start_after - make_interval(mins => ${minutes})
      where name = ${name}`.execute(db);

  test('has not ended for long, and says why', async () => {
    await jobs.enqueue(scheduled, { number: 1 });
    expect(await lateNames()).toEqual([]);
    await sql`update pgboss.queue set created_on = created_on - interval '6 minutes'
      where name = 'scheduled'`.execute(db);
    expect(await lateNames()).toEqual(['scheduled']);
    await sql`update pgboss.job set state = 'failed', completed_on = now(),
      output = '{"message": "No room."}' where name = 'scheduled'`.execute(db);
    const [late] = await listLateJobs(db, [scheduled]);
    expect(describeLate(late as LateJob)).toBe(
      'the background job scheduled has not ended for 6 minutes. Its last attempt failed: No room.',
    );
    await sql`update pgboss.job set state = 'completed' where name = 'scheduled'`.execute(db);
    expect(await lateNames()).toEqual([]);
    await age('scheduled', 6);
    expect(await lateNames()).toEqual(['scheduled']);
  });

  test('is not one that runs for long while its process reports', async () => {
    const long = { ...job('long'), schedule: EVERY_MINUTE };
    await jobs.enqueue(long, { number: 1 });
    await sql`update pgboss.queue set created_on = created_on - interval '10 minutes'
      where name = 'long'`.execute(db);
    const run = (heartbeat: string) =>
      sql`update pgboss.job set state = 'active', started_on = now() - interval '7 minutes',
        heartbeat_on = now() - ${heartbeat}::interval where name = 'long'`.execute(db);
    await run('5 seconds');
    expect(await lateNames([long])).toEqual([]);
    await run('2 minutes');
    expect(await lateNames([long])).toEqual(['long']);
    // A process that starts again and again begins it from the start each time.
    await sql`update pgboss.job set started_on = now(), heartbeat_on = now()
      where name = 'long'`.execute(db);
    expect(await lateNames([long])).toEqual(['long']);
  });

  test('without a schedule waits while none of its kind ends', async () => {
    const unscheduled = job('unscheduled');
    await jobs.enqueue(unscheduled, { number: 1 });
    await sql`update pgboss.queue set created_on = created_on - interval '10 minutes'
      where name = 'unscheduled'`.execute(db);
    expect(await listLateJobs(db, [unscheduled])).toEqual([]);
    await age('unscheduled', 6);
    expect(await listLateJobs(db, [unscheduled])).toMatchObject([{ name: 'unscheduled' }]);
  });

  test('is logged once, and once more when it has ended', async () => {
    const logged: string[] = [];
    const write = (_: unknown, message: string) => void logged.push(message);
    const { report, stop } = startLateJobReport(
      { db, log: { warn: write, info: write } as never },
      [scheduled],
    );
    try {
      await report();
      await report();
      await sql`update pgboss.job set completed_on = now() where name = 'scheduled'`.execute(db);
      await report();
      expect(logged).toEqual([
        'the background job scheduled has not ended for 6 minutes. Is a worker running?',
        'a late job has ended',
      ]);
    } finally {
      stop();
    }
  });
});

const statesOf = async (name: string) => {
  const { rows } = await sql<{ state: string }>`
    select state from pgboss.job where name = ${name}`.execute(db);
  return rows.map(({ state }) => state);
};
