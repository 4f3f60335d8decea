import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readBackup } from '@repo/backup/backup-entries';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#test/create-test-database.ts';
import { runCommandLine } from './run-command-line.ts';

async function begin() {
  const folder = await mkdtemp(path.join(tmpdir(), 'backup-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const cli = (...args: string[]) =>
    runCommandLine(args, { DATABASE_URL: database.url, DATA_DIR: folder });
  return { folder, cli, url: database.url };
}

test('a backup into a folder that does not exist says so', async () => {
  const { folder, cli } = await begin();
  const file = path.join(folder, 'none', 'a.backup');
  expect(await cli('backup', '--file', file)).toMatchObject({
    exitCode: 1,
    complaint: expect.stringContaining(`There is no folder ${path.dirname(file)}`),
  });
});

/** Whether this user may mount a small disk; in CI it may. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

test.skipIf(!canMount)('a backup onto a full disk fails and leaves no file', async () => {
  const { folder, cli } = await begin();
  const disk = path.join(folder, 'disk');
  await mkdir(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', disk]);
  onTestFinished(() => void execFileSync('umount', [disk]));
  const file = path.join(disk, 'a.backup');
  expect(await cli('backup', '--file', file)).toMatchObject({
    exitCode: 1,
    complaint: expect.stringContaining('no space left on device'),
  });
  expect([file, `${file}.part`].map((one) => existsSync(one))).toEqual([false, false]);
});

test('of two backups to one file at the same time, the second is refused and the first is whole', async () => {
  const { folder, cli, url } = await begin();
  const file = path.join(folder, 'a.backup');
  const [holder, observer] = [new Client(url), new Client(url)];
  for (const client of [holder, observer]) {
    await client.connect();
    onTestFinished(() => client.end());
  }
  const waiting = async () => {
    const { rows } = await observer.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length;
  };
  await holder.query('begin');
  await holder.query('lock table users');
  const first = cli('backup', '--file', file);
  await expect.poll(waiting, { timeout: 60_000 }).toBe(1);
  let isRefused = false;
  const second = cli('backup', '--file', file).finally(() => (isRefused = true));
  await expect.poll(async () => isRefused || (await waiting()) > 1, { timeout: 60_000 }).toBe(true);
  await holder.query('rollback');

  expect(await second).toMatchObject({
    exitCode: 1,
    complaint: expect.stringContaining(`Another backup is being written to ${file}`),
  });
  expect(await first).toMatchObject({ exitCode: 0 });
  const tables: string[] = [];
  await readBackup(file, { table: async ({ name }) => void tables.push(name) });
  expect(tables).toContain('users');
});

test('a restore of a file that does not exist says so', async () => {
  const { folder, cli } = await begin();
  const file = path.join(folder, 'a.backup');
  expect(await cli('restore', '--file', file)).toMatchObject({
    exitCode: 1,
    complaint: expect.stringContaining(`There is no file ${file}`),
  });
});
