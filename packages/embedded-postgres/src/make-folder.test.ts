import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

const parent = mkdtempSync(path.join(tmpdir(), 'make-folder-'));
afterAll(() => rmSync(parent, { recursive: true }));

it('makes what is missing on the way, and leaves what is there', () => {
  const folder = path.join(parent, 'a/b/c');
  makeFolder(folder, 0o700);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  makeFolder(folder, 0o755);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it('throws where a file is in the way', () => {
  const file = path.join(parent, 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(file)).toThrow('EEXIST');
  expect(() => makeFolder(path.join(file, 'below'))).toThrow('ENOTDIR');
});

it.skipIf(process.platform !== 'linux')('throws where no folder can be made, and does end', () => {
  expect(() => makeFolder('/proc/nowhere/below')).toThrow('ENOENT');
});
