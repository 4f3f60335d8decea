import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { allJobs } from '../../src/all-jobs.ts';
import { renderJobsPage } from './render-jobs-page.ts';

const root = path.join(import.meta.dirname, '../../../..');

test('docs/jobs.md describes the jobs as they are', async () => {
  await expect(renderJobsPage(allJobs)).toMatchFileSnapshot(path.join(root, 'docs/jobs.md'));
});

test('every job of a module is registered', () => {
  const files = globSync('**/*.job.ts', { cwd: path.join(root, 'apps/server/src') });
  const list = readFileSync(path.join(root, 'apps/server/src/all-jobs.ts'), 'utf8');
  const isListed = (file: string) => list.includes(`'./${file}'`) || list.includes(`'#${file}'`);
  expect(files.filter((file) => !isListed(file))).toEqual([]);
  expect(files).toHaveLength(allJobs.length);
});

test('names are unique, and every job has a trigger', () => {
  expect(new Set(allJobs.map(({ kind }) => kind.name)).size).toBe(allJobs.length);
  const untriggered = allJobs.filter(
    ({ schedule, documentation }) =>
      schedule === undefined && documentation.enqueuedBy === undefined,
  );
  expect(untriggered).toEqual([]);
});

test('what is not retried runs by a schedule', () => {
  const lost = allJobs.filter(({ kind, schedule }) => kind.retry.limit === 0 && !schedule);
  expect(lost).toEqual([]);
});
