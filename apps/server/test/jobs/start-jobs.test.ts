import { expect, test } from 'vitest';
import { allJobs } from '../../src/all-jobs.ts';
import { EVERY_MINUTE } from '#platform/jobs/cron.ts';
import { enqueueAtStart } from '#platform/jobs/register-jobs.ts';
import { createRecordingJobs } from '../recording-jobs.ts';

test('a start enqueues every job that continues what was begun, once', async () => {
  const jobs = createRecordingJobs();
  await enqueueAtStart(allJobs, jobs);
  await enqueueAtStart(allJobs, jobs);
  const kinds = jobs.recorded.map(({ kind }) => kind);
  // What has to be done within a minute is also what a killed process leaves.
  const urgent = allJobs.filter(
    ({ schedule, kind }) =>
      (schedule === EVERY_MINUTE && kind.name !== 'remove-expired-grants') ||
      // What an upgrade leaves to it must not be visible for an hour.
      kind.name === 'withhold-meetings',
  );
  expect(kinds).toEqual(urgent.map(({ kind }) => kind.name));
});

test('what a request begins is looked for by each job that continues it', () => {
  const begun = allJobs.filter(
    ({ runsAtStart, documentation }) =>
      runsAtStart === true && documentation.enqueuedBy !== undefined,
  );
  expect(begun.length).toBeGreaterThan(3);
  expect(begun.filter(({ hasWork }) => hasWork === undefined).map(({ kind }) => kind.name)).toEqual(
    [],
  );
});

test('what was begun and left is taken up within a minute', () => {
  const continuing = allJobs.filter(({ documentation }) =>
    documentation.summary.startsWith('Continues'),
  );
  const late = continuing.filter(
    ({ schedule, hasWork }) => schedule !== EVERY_MINUTE && hasWork === undefined,
  );
  expect(late.map(({ kind }) => kind.name)).toEqual([]);
});
