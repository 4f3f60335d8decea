import { processResetRequestsJob } from './process-reset-requests.job.ts';
import { sendRequestedResetJob } from './send-requested-reset.job.ts';
import { registerJobs } from '#platform/jobs/register-jobs.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/create-test-database.ts';
import { createJobs } from '#platform/jobs/create-jobs.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { createLog } from '#platform/log/create-log.ts';
import { requestPasswordReset } from './request-password-reset.ts';

let app: TestApp;
let queue: TestDatabase;
let jobs: Jobs;
/** Runs when a job has processed every stored request but has not ended yet. */
let beforeEnd: (() => Promise<void>) | undefined;
beforeAll(async () => {
  queue = await createTestDatabase();
  const real = await createJobs({ databaseUrl: queue.url, poolSize: 2, log: createLog('silent') });
  jobs = {
    ...real,
    // The job that runs every minute would hide a request that nothing else picks up.
    schedule: async () => {},
    work: (job, handler) =>
      real.work(job, async (data, signal) => {
        await handler(data, signal);
        if (job.kind.name === processResetRequestsJob.kind.name) await beforeEnd?.();
      }),
  };
  app = await createTestApp({ replace: { jobs } });
  await registerJobs([processResetRequestsJob, sendRequestedResetJob], app.context);
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
  await queue.drop();
});

test('a request that is stored while the job ends is answered by the next job', async () => {
  const { email } = await app.make.person();
  const late = Promise.withResolvers<void>();
  beforeEnd = async () => {
    beforeEnd = undefined;
    await requestPasswordReset(app.context, { email, from: '198.51.100.1' });
    late.resolve();
  };
  await requestPasswordReset(app.context, { email: 'nobody@a.example', from: '198.51.100.1' });
  await late.promise;
  await vi.waitFor(() => expect(app.mails.map(({ to }) => to)).toEqual([email]), {
    timeout: 20_000,
  });
});
