import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openStorage } from './open-storage.ts';

const home = mkdtempSync(path.join(tmpdir(), 'sandbox-storage-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** The folder and every file in it that others than its user may use. */
function usableByOthers(folder: string): string[] {
  const all = [folder, ...readdirSync(folder).map((name) => path.join(folder, name))];
  return all.filter((each) => (statSync(each).mode & 0o077) !== 0);
}

/** Opens the storage and writes to it; the files that are there meanwhile. */
function openAndList(folder: string): string[] {
  const database = openStorage(folder, ['create table mail (text text)']);
  try {
    database.exec("insert into mail values ('private')");
    expect(readdirSync(folder)).toContain('sandbox.sqlite-wal');
    return usableByOthers(folder);
  } finally {
    database.close();
  }
}

test('a new data folder is for its user alone', () => {
  expect(openAndList(path.join(home, 'above', 'new'))).toEqual([]);
});

test('a data folder that others could read is closed to them', () => {
  const folder = path.join(home, 'open');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'sandbox.sqlite'), '');
  chmodSync(path.join(folder, 'sandbox.sqlite'), 0o644);
  chmodSync(folder, 0o755);
  expect(openAndList(folder)).toEqual([]);
});
