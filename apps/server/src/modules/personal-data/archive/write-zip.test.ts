import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder } from '#test/temporary-folder.ts';
import { readZipFiles } from './read-zip.fixture.ts';
import { type ZipFile, writeZip } from './write-zip.ts';

const modified = new Date('2026-03-02T10:20:30Z');

async function* each(files: readonly ZipFile[]): AsyncGenerator<ZipFile> {
  yield* files;
}

async function write(files: readonly ZipFile[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of writeZip(each(files), modified)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** With a program of others, so that both do not have the same mistake. */
const unzip = (...given: string[]) => execFileSync('unzip', given, { encoding: 'utf8' });
const isInstalled = spawnSync('unzip', ['-v']).error === undefined;

test('the files of an archive can be read again', async () => {
  const archive = await write([
    { name: 'empty.jsonl', content: [] },
    { name: 'größe.txt', content: ['one\n', 'two 🎈\n'] },
  ]);
  expect([...readZipFiles(archive)]).toEqual([
    ['empty.jsonl', ''],
    ['größe.txt', 'one\ntwo 🎈\n'],
  ]);
  expect(readZipFiles(await write([])).size).toBe(0);
  expect(() => readZipFiles(archive.subarray(0, -30))).toThrow('cut off');
});

test.skipIf(!isInstalled)('another program reads what was written', async () => {
  const large = Array.from({ length: 1_000 }, (_, line) => `${line} ${'ä'.repeat(line)}\n`);
  const archive = await write([
    { name: 'empty.jsonl', content: [] },
    { name: 'größe.txt', content: ['one\n', 'two 🎈\n'] },
    { name: 'data/large.txt', content: large },
  ]);
  const file = path.join(makeTemporaryFolder('zip'), 'archive.zip');
  writeFileSync(file, archive);
  expect(unzip('-t', file)).toContain('No errors detected');
  expect(unzip('-p', file, 'data/large.txt')).toBe(large.join(''));
  expect(unzip('-p', file, 'gr*')).toBe('one\ntwo 🎈\n');
  expect(unzip('-l', file)).toMatch(/2026-03-02 10:20.*empty\.jsonl/);
});

test('what fails while a file is read fails the archive', async () => {
  async function* failing(): AsyncGenerator<string> {
    yield 'one';
    throw new Error('The database is gone.');
  }
  await expect(write([{ name: 'a', content: failing() }])).rejects.toThrow('The database is gone.');
});

test('a reader that stops ends what it reads from', async () => {
  let isEnded = false;
  async function* endless(): AsyncGenerator<string> {
    try {
      for (;;) yield crypto.randomUUID().repeat(1_000);
    } finally {
      isEnded = true;
    }
  }
  for await (const chunk of writeZip(each([{ name: 'a', content: endless() }]), modified)) {
    if (chunk.length > 1_000) break;
  }
  await expect.poll(() => isEnded).toBe(true);
});
