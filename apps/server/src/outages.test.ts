import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { failure } from '@repo/contract/error';
import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestApp } from '#test/create-test-app.ts';
import { isLong } from '#test/long-tests.ts';
import { type OwnPostgres, startOwnPostgres } from '#test/own-postgres.ts';
import { createMakers } from '#test/test-makers.ts';
import { createDatabase, poolStateOf } from './platform/database/create-database.ts';
import { DatabaseUnavailableError } from './platform/database/database-unavailable.ts';
import { createJobs } from './platform/jobs/create-jobs.ts';
import { createLog } from './platform/log/create-log.ts';

const run = promisify(execFile);
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) await end();
});

interface TestResponse {
  status: number;
  retryAfter: string | undefined;
  body: unknown;
}

/** The application on a PostgreSQL that may fail, with a signed-in user. */
async function createPatient(postgres: OwnPostgres, poolSize = 10) {
  const db = createDatabase({ url: postgres.url, poolSize, onLostConnection: () => {} });
  ends.push(() => db.destroy());
  const { app, close } = await createTestApp({ replace: { db } });
  ends.push(close);
  const { token } = await createMakers(db).person({ email: `${randomUUID()}@example.com` });
  const request = async (
    method: 'GET' | 'POST',
    url: string,
    payload?: object,
  ): Promise<TestResponse> => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
    const retryAfter = answer.headers['retry-after'];
    return { status: answer.statusCode, retryAfter: retryAfter as string, body: answer.json() };
  };
  return {
    db,
    read: () => request('GET', '/api/auth/me'),
    write: (domains: string[]) =>
      request('POST', '/api/accounts/import', { domains, source: 'manual' }),
    readiness: () => app.inject('/readyz'),
  };
}

const silent = createLog('silent');
const someJob = {
  kind: { name: 'some-job', retry: { limit: 0, delaySeconds: 1 }, expireSeconds: 30 },
};

/** The reason why the database failed; undefined when it did not. */
const reasonOfFailure = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => (error as Partial<DatabaseUnavailableError>).reason ?? String(error),
  );

/** Samples a value; `end` returns the maximum. */
function maximum(read: () => number): { end: () => number } {
  let largest = 0;
  const timer = setInterval(() => (largest = Math.max(largest, read())), 5);
  const end = () => {
    clearInterval(timer);
    return largest;
  };
  ends.push(async () => clearInterval(timer));
  return { end };
}

let postgres: OwnPostgres;
beforeAll(async () => {
  postgres = await startOwnPostgres();
}, 60_000);
afterAll(() => postgres.stop());

const usual = 'The service cannot do this at the moment. Please try again shortly.';
const fullDisk =
  'The disk of the server is full, so this could not be done. Please try again later, or ask your administrator.';

/** Expects a failure with the time to retry after, in the envelope, that reveals no internals. */
function expectCleanFailure({ status, retryAfter, body }: TestResponse, message = usual): void {
  expect(status).toBe(503);
  expect(Number(retryAfter)).toBeGreaterThan(0);
  expect(failure.parse(body).error).toEqual({
    message,
    status: 503,
    code: 'UNAVAILABLE',
  });
}

/** A 192 MB file system in memory; undefined when this user may not mount one. */
async function mountSmallDisk(): Promise<string | undefined> {
  const disk = await mkdtemp(path.join(tmpdir(), 'full-disk-'));
  ends.push(() => rm(disk, { recursive: true, force: true }));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=192m', 'none', disk]);
  } catch {
    return undefined;
  }
  ends.push(() => run('umount', ['--lazy', disk]));
  return disk;
}

async function createPatientOnSmallDisk() {
  const disk = await mountSmallDisk();
  if (disk === undefined) return undefined;
  const own = await startOwnPostgres(disk);
  ends.push(own.stop);
  return { disk, ...(await createPatient(own)) };
}

const fillers = (disk: string) => path.join(disk, 'fillers');

/** @param left bytes that remain free */
async function fillDisk(disk: string, left: number): Promise<void> {
  const { bavail, bsize } = await statfs(disk);
  await mkdir(fillers(disk), { recursive: true });
  await writeFile(
    path.join(fillers(disk), randomUUID()),
    Buffer.alloc(Math.max(0, bavail * bsize - left)),
  );
}

/** Whether three quarters of the present segment of the log are free. */
async function hasRoomInLog(db: Database): Promise<boolean> {
  const { rows } = await sql<{ hasRoom: boolean }>`
    select (pg_walfile_name_offset(pg_current_wal_insert_lsn())).file_offset < 4 * 1024 * 1024 as "hasRoom"`.execute(
    db,
  );
  return rows[0]?.hasRoom ?? false;
}

const emptyDisk = (disk: string) => rm(fillers(disk), { recursive: true });

const isServed = ({ status }: TestResponse) => status === 200;

describe('PostgreSQL', () => {
  test.each(isLong ? (['SIGINT', 'SIGKILL'] as const) : (['SIGKILL'] as const))(
    'ended by %s under load: clean failures, then answers again by itself',
    async (signal) => {
      const { read, readiness } = await createPatient(postgres);
      const answers: TestResponse[] = [];
      const loading = { on: true };
      const asking = Array.from({ length: 12 }, async () => {
        while (loading.on) answers.push(await read());
      });
      await vi.waitFor(() => expect(answers.some(isServed)).toBe(true), { timeout: 30_000 });
      await postgres.end(signal);
      await vi.waitFor(async () => expect((await readiness()).statusCode).toBe(200), {
        timeout: 30_000,
      });
      await sleep(100);
      loading.on = false;
      await Promise.all(asking);

      const failures = answers.filter((answer) => !isServed(answer));
      expect(failures.length).toBeGreaterThan(0);
      failures.forEach((each) => expectCleanFailure(each));
      expect((await Promise.all(Array.from({ length: 20 }, read))).every(isServed)).toBe(true);
    },
    90_000,
  );

  test('stopped where it is: what is under way fails in time, what is new at once; then it answers again', async () => {
    const { db, read, write, readiness } = await createPatient(postgres);
    const jobs = await createJobs({ databaseUrl: postgres.url, poolSize: 2, log: silent });
    ends.push(jobs.stop);
    const enqueue = () => jobs.enqueue(someJob, {});
    expect(await enqueue()).toBe(true);
    // Connections that are open and idle when PostgreSQL stops.
    expect((await Promise.all(Array.from({ length: 20 }, read))).every(isServed)).toBe(true);

    await postgres.freeze();
    ends.push(async () => postgres.thaw());
    const frozenAt = performance.now();
    const waits = maximum(() => poolStateOf(db).waiting);
    const asked = Array.from({ length: 3_000 }, () => reasonOfFailure(sql`select 1`.execute(db)));
    const job = reasonOfFailure(enqueue());
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, read),
      write(['company.example']),
    ]);
    expect(await job).toBe('unreachable');
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['overloaded', 'unreachable']));
    expect(performance.now() - frozenAt).toBeLessThan(10_000);
    answers.forEach((each) => expectCleanFailure(each));
    expect(waits.end()).toBeLessThanOrEqual(2_000);
    expect(poolStateOf(db)).toMatchObject({ busy: 0, waiting: 0 });

    const before = performance.now();
    expectCleanFailure(await read());
    expect((await readiness()).json()).toEqual({ status: 'database unreachable' });
    expect(await reasonOfFailure(enqueue())).toBe('unreachable');
    expect(performance.now() - before).toBeLessThan(1_000);

    postgres.thaw();
    await vi.waitFor(async () => expect(isServed(await read())).toBe(true), { timeout: 10_000 });
    expect(isServed(await write(['company.example']))).toBe(true);
    expect(await enqueue()).toBe(true);
  }, 60_000);

  test('that only takes long over a statement is left to it', async () => {
    const { db } = await createPatient(postgres);
    const { rows } = await sql`select 'slow' as answer from pg_sleep(7)`.execute(db);
    expect(rows).toEqual([{ answer: 'slow' }]);
  }, 30_000);

  test('with every connection taken: a request that waits too long is refused with Retry-After', async () => {
    const { db, read } = await createPatient(postgres, 2);
    const pause = <Result>(work: () => Promise<Result>) => db.connection().execute(work);
    await pause(() => pause(async () => expectCleanFailure(await read())));
    expect(isServed(await read())).toBe(true);
  });

  test.runIf(isLong)(
    'on a full disk refuses writes cleanly, reads on, and writes again when there is room',
    async ({ skip }) => {
      const small = await createPatientOnSmallDisk();
      if (small === undefined) return skip('this user may not mount a small disk');
      const { disk, db, read, write } = small;
      await sql`create table ballast (text text storage plain)`.execute(db);
      const addBallast = (rows: number) =>
        sql`insert into ballast select repeat('x', 7000) from generate_series(1, ${rows}::int)`.execute(
          db,
        );
      // The present segment of the log has room for what follows, so that the data, and not the log, fills the disk.
      while (!(await hasRoomInLog(db))) await addBallast(100);
      await fillDisk(disk, 1024 * 1024);
      const failed = await addBallast(300).catch((error: unknown) => error);
      expect(failed).toMatchObject({ reason: 'full' });

      const domains = Array.from({ length: 3_000 }, (_, number) => `company${number}.example`);
      await vi.waitFor(async () => expect(isServed(await read())).toBe(true), { timeout: 30_000 });
      expectCleanFailure(await write(domains), fullDisk);
      expect(isServed(await read())).toBe(true);

      await emptyDisk(disk);
      await vi.waitFor(async () => expect(isServed(await write(domains))).toBe(true), {
        timeout: 30_000,
      });
    },
    120_000,
  );

  test.runIf(isLong)(
    'on a disk too full for its own log: down until there is room, then back by itself',
    async ({ skip }) => {
      const small = await createPatientOnSmallDisk();
      if (small === undefined) return skip('this user may not mount a small disk');
      const { disk, db, read, readiness } = small;
      // Rows with free space on their pages: updates need no room in the table, only in the log.
      await sql`create table hot (id integer, number integer)
      with (fillfactor = 40, autovacuum_enabled = off)`.execute(db);
      await sql`insert into hot select number, 0 from generate_series(1, 20000) number`.execute(db);
      await fillDisk(disk, 0);
      const change = () =>
        sql`update hot set number = number + 1`
          .execute(db)
          .catch((error: unknown) => expect(error).toBeInstanceOf(DatabaseUnavailableError));
      // The space that its shutdown frees may be enough to start once more; then it is stopped
      // again.
      const isDown = () =>
        vi.waitFor(
          async () => {
            await change();
            // PostgreSQL may use up the free space first, in which case the disk is full as well.
            await fillDisk(disk, 0).catch((error: unknown) =>
              expect(error).toMatchObject({ code: 'ENOSPC' }),
            );
            expectCleanFailure(await read());
          },
          { timeout: 30_000, interval: 1 },
        );
      await isDown();
      // Longer than it retries if something else is wrong.
      await sleep(4_500);
      await isDown();
      await emptyDisk(disk);
      await vi.waitFor(async () => expect((await readiness()).statusCode).toBe(200), {
        timeout: 30_000,
      });
      expect(isServed(await read())).toBe(true);
    },
    120_000,
  );
});
