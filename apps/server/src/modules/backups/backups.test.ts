import { existsSync } from 'node:fs';
import {
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeBackup } from '@repo/backup/write-backup';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readCredentialKeyIds, restoredSchema } from '#platform/database/backup-schema.ts';
import { createDatabase, type Database } from '#platform/database/create-database.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { createLog } from '#platform/log/create-log.ts';
import { createTestDatabase, type TestDatabase } from '#test/create-test-database.ts';
import { createMakers } from '#test/test-makers.ts';
import { fileNameOf, lastDue } from './making/backup-times.ts';
import { type makeBackup, verifyBackup } from './making/make-backup.ts';
import { observeBackups } from './observe-backups.ts';
import { readBackups } from './read-backups.ts';
import { type BackupNeeds, runDueBackup } from './making/run-due-backup.ts';

let database: TestDatabase;
let db: Database;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase({ url: database.url, poolSize: 3, onLostConnection: () => {} });
  await createMakers(db).person();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});
beforeEach(async () => {
  await db.deleteFrom('backups').execute();
  folder = await mkdtemp(path.join(tmpdir(), 'backups-'));
  return () => rm(folder, { recursive: true });
});

const time = { hour: 3, minute: 0 };
const at = (instant: string) => new Date(`2026-11-${instant}:00Z`);

const run = (
  now: Date,
  { make, keep = 7, ...more }: Partial<BackupNeeds> & { keep?: number } = {},
) =>
  runDueBackup(
    {
      db,
      databaseUrl: database.url,
      log: createLog('silent'),
      settings: { folder, time, keep },
      ...(make && { make }),
      ...more,
    },
    now,
  );
const entries = () =>
  db.selectFrom('backups').selectAll().orderBy('started_at').orderBy('id').execute();

/** A backup of which only the file is there. */
const quick: typeof makeBackup = async (_url, file) => {
  await writeFile(file, 'backup');
  return { bytes: 6, rows: 1 };
};

/** Writes a backup, and checks it after `spoil`. */
const spoiltBy =
  (spoil: (file: string) => Promise<void>, lost = 0): typeof makeBackup =>
  async (url, file) => {
    const written = await writeBackup(url, file, readCredentialKeyIds);
    await spoil(file);
    await verifyBackup(url, file, { ...written, rows: written.rows + lost });
    return written;
  };

async function scratchDatabases(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select datname as name from pg_database
    where datname = left(current_database(), 49) || '__backup_check'`.execute(db);
  return rows.map(({ name }) => name);
}

test('what is due is written, restored for a check, and made once by all processes', async () => {
  const tried = await Promise.all([run(at('20T03:00')), run(at('20T03:00'))]);
  expect(tried.filter(Boolean)).toHaveLength(1);
  const [entry, ...others] = await entries();
  expect(others).toEqual([]);
  const file = path.join(folder, 'backup-2026-11-20T030000Z.backup');
  expect(entry).toMatchObject({ state: 'good', file: path.basename(file), problem: null });
  expect(entry?.bytes).toBe((await stat(file)).size);
  expect(entry?.rows).toBeGreaterThan(1);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await scratchDatabases()).toEqual([]);
  expect(await run(at('21T02:59'))).toBe(false);
  expect(await run(at('21T03:00'), { make: quick })).toBe(true);
});

test('a restored backup does not know itself, which would count as interrupted and be removed', async () => {
  const restored = await createTestDatabase();
  const client = new Client(restored.url);
  await client.connect();
  await client.query("insert into backups (file) values ('a.backup')");
  await restoredSchema(restored.url).migrateToLatest();
  const { rows } = await client.query('select from backups');
  await client.end();
  await restored.drop();
  expect(rows).toEqual([]);
});

test.each([
  ['cut off', spoiltBy(async (file) => truncate(file, (await stat(file)).size - 40)), /damaged/],
  ['replaced', spoiltBy((file) => writeFile(file, 'something else')), /damaged or not a backup/],
  ['gone', spoiltBy((file) => rm(file)), /There is no file/],
  ['short of a row', spoiltBy(async () => {}, 1), /was restored with \d+ of \d+ rows/],
])('a file that is %s fails, and leaves no database', async (_what, make, problem) => {
  await run(at('20T03:00'), { make });
  expect(await entries()).toMatchObject([
    { state: 'failed', problem: expect.stringMatching(problem) },
  ]);
  expect(await scratchDatabases()).toEqual([]);
});

test('a backup is written through no link, and into no file that others can read', async () => {
  const elsewhere = path.join(folder, 'elsewhere');
  await writeFile(elsewhere, 'precious', { mode: 0o644 });
  await symlink(elsewhere, path.join(folder, `${fileNameOf(at('20T03:00'))}.part`));
  await writeFile(path.join(folder, `${fileNameOf(at('21T03:00'))}.part`), '', { mode: 0o666 });
  for (const day of ['20T03:00', '21T03:00']) {
    await run(at(day));
    const made = await lstat(path.join(folder, fileNameOf(at(day))));
    expect([made.isFile(), made.mode & 0o777]).toEqual([true, 0o600]);
  }
  expect(await readFile(elsewhere, 'utf8')).toBe('precious');
});

test('what a killed process left is forgotten where the folder became a file', async () => {
  await db
    .insertInto('backups')
    .values({ file: 'a.backup', started_at: at('20T03:00') })
    .execute();
  const scratch = `${new URL(database.url).pathname.slice(1, 50)}__backup_check`;
  await sql`create database ${sql.id(scratch)}`.execute(db);
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  expect(await run(at('20T05:00'), { settings: { folder: file, time, keep: 7 } })).toBe(true);
  expect(await entries()).toMatchObject([
    { problem: expect.stringMatching(/^The process that made it ended/) },
    { problem: expect.stringMatching(/^There is no folder/) },
  ]);
  expect(await scratchDatabases()).toEqual([]);
});

test('what a killed process left is cleared, and the backup is made in its place', async () => {
  const file = fileNameOf(at('20T03:00'));
  await db
    .insertInto('backups')
    .values({ file, started_at: at('20T03:00') })
    .execute();
  await writeFile(path.join(folder, `${file}.part`), 'half');
  const scratch = `${new URL(database.url).pathname.slice(1, 50)}__backup_check`;
  await sql`create database ${sql.id(scratch)}`.execute(db);
  // Connected, as by the backend of the killed process.
  const left = new Client(database.url.replace(/\/[^/?]+(?=$|\?)/, `/${scratch}`));
  left.on('error', () => {});
  await left.connect();
  expect(await run(at('20T05:00'), { make: quick })).toBe(true);
  expect(await entries()).toMatchObject([
    { state: 'failed', problem: expect.stringMatching(/^The process that made it ended/) },
    { state: 'good' },
  ]);
  expect(await readdir(folder)).toEqual([fileNameOf(at('20T05:00'))]);
  expect(await scratchDatabases()).toEqual([]);
  await left.end().catch(() => {});
});

test('a backup that runs in another process is left alone', async () => {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  let hasBegun = () => {};
  const begun = new Promise<void>((resolve) => (hasBegun = resolve));
  const slow: typeof makeBackup = async (url, file) => {
    hasBegun();
    await finished;
    return quick(url, file);
  };
  const first = run(at('20T03:00'), { make: slow });
  await begun;
  expect(await run(at('20T04:30'), { make: quick })).toBe(false);
  expect(await entries()).toMatchObject([{ state: 'running' }]);
  finish();
  await first;
  expect(await entries()).toMatchObject([{ state: 'good' }]);
});

test('the last good ones and the last failed one are kept, and what is not ours', async () => {
  await writeFile(path.join(folder, 'by-hand.backup'), 'mine');
  const failing: typeof makeBackup = async (url, file) => {
    await quick(url, file);
    throw new Error('Not restored.');
  };
  for (const [day, make] of [
    ['20', quick],
    ['21', failing],
    ['22', quick],
    ['23', failing],
    ['24', quick],
  ] as const) {
    await run(at(`${day}T03:00`), { make, keep: 2 });
  }
  expect((await readdir(folder)).sort()).toEqual(
    [...['22', '23', '24'].map((day) => fileNameOf(at(`${day}T03:00`))), 'by-hand.backup'].sort(),
  );
});

test('a failure says what to do, and is tried again after an hour', async () => {
  await rm(folder, { recursive: true });
  expect(await run(at('20T03:00'))).toBe(true);
  const { failed } = await readBackups(db);
  expect(failed?.problem).toBe(`There is no folder ${folder}: create it, or choose another one.`);
  expect(existsSync(folder)).toBe(false);
  await mkdir(folder);
  expect(await run(at('20T03:59'), { make: quick })).toBe(false);
  expect(await run(at('20T04:01'), { make: quick })).toBe(true);
  expect(await readBackups(db)).toMatchObject({ good: { startedAt: at('20T04:01') } });
});

test.each([
  ['ENOSPC', /^The disk of .* is full: make room, lower BACKUP_KEEP/],
  ['EACCES', /^The server must not write into .*: let its user write there/],
  ['53100', /^The disk of the database is full/],
])('the error %s is explained', async (code, problem) => {
  const make = async () => {
    throw Object.assign(new Error('raw'), { code });
  };
  await run(at('20T03:00'), { make });
  expect((await readBackups(db)).failed?.problem).toMatch(problem);
});

test('the metrics age and fail as the backups do', async () => {
  const read: Record<string, () => Promise<readonly { value: number }[]>> = {};
  observeBackups(db, {
    gauge: (gauge: { name: string; read: () => Promise<{ value: number }[]> }) => {
      read[gauge.name] = gauge.read;
    },
  } as unknown as Metrics);
  const values = async () =>
    Promise.all(
      ['backup_age_seconds', 'backup_failed'].map(
        async (name) => (await read[name]?.())?.[0]?.value,
      ),
    );
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const failing = async () => {
    throw new Error('Not written.');
  };
  expect(await values()).toEqual([0, 0]);
  await run(hoursAgo(90), { make: failing });
  await run(hoursAgo(50), { make: failing });
  expect(await values()).toEqual([expect.closeTo(90 * 3_600, -2), 1]);
  await run(hoursAgo(40), { make: quick });
  expect(await values()).toEqual([expect.closeTo(40 * 3_600, -2), 0]);
  await run(hoursAgo(10), { make: failing });
  expect(await values()).toEqual([expect.closeTo(40 * 3_600, -2), 1]);
});

test('the last time is today’s or yesterday’s', () => {
  const due = (now: Date) => lastDue(now, { hour: 3, minute: 30 });
  expect(due(at('20T03:30'))).toEqual(at('20T03:30'));
  expect(due(at('20T03:29'))).toEqual(at('19T03:30'));
  expect(due(new Date('2026-12-01T00:00:00Z'))).toEqual(at('30T03:30'));
});
