import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { countedNouns } from './counted-nouns.ts';
import { trackedFiles } from './tracked-files.ts';

/** What may count without the function, each with its reason. */
const ALLOWED = [
  // A sentence of the specification, letter for letter.
  'apps/web/src/features/admin/reset-user-data/reset-user-data-page.tsx',
  // Backups depend on no other package; its one sentence has both forms.
  'packages/backup/src/restore-backup.ts',
];

const isShown = (file: string) =>
  /\.tsx?$/.test(file) && !/\.(test|fixture)\.tsx?$|\/migrations\/|^packages\/sandbox\//.test(file);

test('every count beside a plural noun comes from one function', () => {
  const files = trackedFiles('apps/*/src/**', 'packages/*/src/**').filter(isShown);
  expect(files.length).toBeGreaterThan(500);
  const counts = files.flatMap((file) => countedNouns(file, readFileSync(file, 'utf8')));
  expect(counts.filter((found) => !ALLOWED.some((file) => found.startsWith(file)))).toEqual([]);
});

test.each([
  ['`${items.length} results`', 1],
  ['`of ${total} people.`', 1],
  ['`${count(n)} more domains`', 1],
  ["n + ' accounts'", 1],
  ['<p>{total} accounts</p>', 1],
  ["`${plural(n, 'result')} found`", 0],
  ['`at most ${limits.domainsPerImport} domains`', 0],
  ['`${name} owns it`', 0],
])('%s counts by itself %i times', (code, times) => {
  expect(countedNouns('sample.tsx', `export const it = ${code};`).length).toBe(times);
});
