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

/** Each worker takes at most one mail a second. */
const mailWorkers = 5;
/** The shortest windows of counted attempts, of which anyone can make many, are as long. */
const everyQuarter = '*/15 * * * *';
/** For a request whose process was killed after it was stored, before its job was enqueued. */
const everyMinute = '* * * * *';

/** Starts the background work around signing in. */
export async function startAuthJobs(context: Context): Promise<void> {
  const { jobs } = context;
  await jobs.work(processResetRequestsJob, 1, () => processResetRequests(context));
  await jobs.schedule(processResetRequestsJob, everyMinute);
  await jobs.work(sendRequestedResetJob, mailWorkers, (data) => sendRequestedReset(context, data));
  await jobs.work(sendPasswordChangedJob, 1, (data) => sendPasswordChanged(context, data));
  await jobs.work(removeExpiredJob, 1, () => removeExpired(context));
  await jobs.schedule(removeExpiredJob, everyQuarter);
}
