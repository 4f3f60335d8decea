import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { accountFaults } from './account.ts';
import { gridFaults } from './accounts-grid.ts';
import { importFaults } from './imports.ts';
import { otherFaults } from './integrations-and-administration.ts';
import { peopleFaults } from './people.ts';
import { signInFaults } from './sign-in.ts';

const root = path.join(import.meta.dirname, '../..');
const files = ['apps/web/src', 'packages/domain/src'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`),
);
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const sources = files
  .filter((file) => !isTest(file))
  .map((file) => readFileSync(path.join(root, file), 'utf8'));
const faults = [
  ...signInFaults,
  ...accountFaults,
  ...gridFaults,
  ...importFaults,
  ...peopleFaults,
  ...otherFaults,
];

// A fault whose text has changed cannot be planted, and would prove nothing.
test.each(faults)('can be planted: $name', ({ find, tests }) => {
  expect(sources.flatMap((text) => text.split(find).slice(1))).toHaveLength(1);
  const found = tests.filter((words) => files.some((file) => isTest(file) && file.includes(words)));
  expect(found).toEqual(tests);
});
