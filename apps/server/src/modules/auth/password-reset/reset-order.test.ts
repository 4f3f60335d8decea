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
import { processResetRequests } from './process-reset-requests.ts';

let app: TestApp;
let queue: TestDatabase;
let jobs: Jobs;
beforeAll(async () => {
  queue = await createTestDatabase();
  jobs = await createJobs({ databaseUrl: queue.url, poolSize: 2, log: createLog('silent') });
  app = await createTestApp({ replace: { jobs } });
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
  await queue.drop();
});

test('who asks once does not wait for a network that asks for many known emails', async () => {
  const known = await Promise.all(Array.from({ length: 40 }, () => app.make.person()));
  const person = await app.make.person();
  const request = (email: string, from: string) =>
    requestPasswordReset(app.context, { email, from });
  for (const { email } of known) await request(email, '198.51.100.1');
  // The flood asks for this user as well; that email must not be what they wait for.
  await request(person.email, '198.51.100.1');
  await processResetRequests(app.context);
  await request(person.email, '203.0.113.1');
  await processResetRequests(app.context);

  await registerJobs([processResetRequestsJob, sendRequestedResetJob], app.context);
  await vi.waitFor(() => expect(app.mails).toHaveLength(known.length + 1), { timeout: 30_000 });
  const order = app.mails.map(({ to }) => to);
  expect(order.indexOf(person.email)).toBeLessThan(10);
  expect(order.filter((to) => to === person.email)).toHaveLength(1);
});
