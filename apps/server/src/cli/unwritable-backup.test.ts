import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../test/create-test-database.ts';
import { runCommandLine } from './run-command-line.ts';

async function begin() {
  const folder = await mkdtemp(path.join(tmpdir(), 'backup-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const cli = (...args: string[]) =>
    runCommandLine(args, { DATABASE_URL: database.url, DATA_DIR: folder });
  return { folder, cli };
}

test('a backup into a folder that does not exist says so', async () => {
  const { folder, cli } = await begin();
  const file = path.join(folder, 'none', 'a.backup');
  expect(await cli('backup', '--file', file)).toMatchObject({
    exitCode: 1,
    complaint: expect.stringContaining(`There is no folder ${path.dirname(file)}`),
  });
});

test.skipIf(!existsSync('/dev/full'))(
  'a backup onto a full disk fails and leaves no file',
  async () => {
    const { folder, cli } = await begin();
    const file = path.join(folder, 'a.backup');
    await symlink('/dev/full', `${file}.part`);
    expect(await cli('backup', '--file', file)).toMatchObject({
      exitCode: 1,
      complaint: expect.stringContaining('no space left on device'),
    });
    expect([file, `${file}.part`].map((one) => existsSync(one))).toEqual([false, false]);
  },
);

test('a restore of a file that does not exist says so', async () => {
  const { folder, cli } = await begin();
  const file = path.join(folder, 'a.backup');
  expect(await cli('restore', '--file', file)).toMatchObject({
    exitCode: 1,
    complaint: expect.stringContaining(`There is no file ${file}`),
  });
});
