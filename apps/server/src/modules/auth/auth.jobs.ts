import type { Context } from '../../platform/context.ts';
import { removeExpired, removeExpiredJob } from './remove-expired.ts';
import { sendRequestedReset, sendRequestedResetJob } from './send-requested-reset.ts';

const mailsAtOnce = 2;
const nightly = '17 4 * * *';

/** Begins the background work around signing in. */
export async function startAuthJobs(context: Context): Promise<void> {
  const { jobs } = context;
  await jobs.work(sendRequestedResetJob, mailsAtOnce, (data) => sendRequestedReset(context, data));
  await jobs.work(removeExpiredJob, 1, () => removeExpired(context));
  await jobs.schedule(removeExpiredJob, nightly);
}
