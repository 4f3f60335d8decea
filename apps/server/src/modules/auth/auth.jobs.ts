import type { Context } from '../../platform/context.ts';
import {
  processResetRequests,
  processResetRequestsJob,
} from './password-reset/process-reset-requests.ts';
import {
  sendPasswordChanged,
  sendPasswordChangedJob,
} from './own-settings/send-password-changed.ts';
import { removeExpired, removeExpiredJob } from './remove-expired.ts';
import {
  sendRequestedReset,
  sendRequestedResetJob,
} from './password-reset/send-requested-reset.ts';

/** Reset emails that are sent at the same time, each over a connection of its own. */
const mailsAtOnce = 10;
/** The shortest windows of counted attempts, which anyone can create many of, are as long. */
const everyQuarter = '*/15 * * * *';
/** Picks up requests whose process was killed between storing them and enqueueing their job. */
const everyMinute = '* * * * *';

/** Starts the background jobs of signing in. */
export async function startAuthJobs(context: Context): Promise<void> {
  const { jobs } = context;
  await jobs.work(processResetRequestsJob, 1, () => processResetRequests(context));
  await jobs.schedule(processResetRequestsJob, everyMinute);
  await jobs.work(sendRequestedResetJob, mailsAtOnce, (data) => sendRequestedReset(context, data));
  await jobs.work(sendPasswordChangedJob, 1, (data) => sendPasswordChanged(context, data));
  await jobs.work(removeExpiredJob, 1, () => removeExpired(context));
  await jobs.schedule(removeExpiredJob, everyQuarter);
}
