import type { Context } from '../../platform/context.ts';
import { enqueueDigests, enqueueDigestsJob } from './digest/enqueue-digests.ts';
import type { NamedProvider } from './digest/list-failed-syncs.ts';
import { createDigestCache } from './digest/read-digest.ts';
import { sendDigest, sendDigestJob } from './digest/send-digest.ts';
import {
  enqueueConnectionProblems,
  enqueueConnectionProblemsJob,
  mailConnectionProblems,
  mailConnectionProblemsJob,
} from './mail-connection-problems.ts';

/** Each worker sends at most one email per second. */
const mailWorkers = 3;
const everyQuarter = '*/15 * * * *';
const everyTenMinutes = '*/10 * * * *';

/** Starts the jobs of emails that users can turn off. */
export async function startNotificationJobs(
  context: Context,
  providers: readonly NamedProvider[],
): Promise<void> {
  const { jobs } = context;
  const cache = createDigestCache();
  await jobs.work(enqueueDigestsJob, 1, async () => void (await enqueueDigests(context)));
  await jobs.schedule(enqueueDigestsJob, everyQuarter);
  await jobs.work(sendDigestJob, mailWorkers, (due) =>
    sendDigest(context, { providers, cache }, due),
  );
  await jobs.work(enqueueConnectionProblemsJob, 1, () => enqueueConnectionProblems(context));
  await jobs.schedule(enqueueConnectionProblemsJob, everyTenMinutes);
  await jobs.work(mailConnectionProblemsJob, 1, (owner) =>
    mailConnectionProblems(context, providers, owner),
  );
}
