import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { allFaults, faultFolders } from './all-faults.ts';

const root = path.join(import.meta.dirname, '../..');
const files = faultFolders.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`),
);
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const sources = files
  .filter((file) => !isTest(file))
  .map((file) => readFileSync(path.join(root, file), 'utf8'));

// A fault whose text has changed cannot be planted, and would prove nothing.
test.each(allFaults)('can be planted: $name', ({ find, tests }) => {
  expect(sources.flatMap((text) => text.split(find).slice(1))).toHaveLength(1);
  const found = tests.filter((words) => files.some((file) => isTest(file) && file.includes(words)));
  expect(found).toEqual(tests);
});
