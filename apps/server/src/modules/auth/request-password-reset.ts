import type { Context } from '../../platform/context.ts';
import { requireValid } from '../../platform/http/require-valid.ts';
import { emailProblem, normalEmail } from '../users/email-address.ts';
import { processResetRequestsJob } from './process-reset-requests.ts';
import { countResetRequest } from './reset-limits.ts';

/**
 * Stores a request for a reset link. Whether anyone has the email is looked up in the background,
 * so that neither the response nor its time depends on it.
 *
 * @throws AppError `VALIDATION_FAILED` or `RATE_LIMITED`
 */
export async function requestPasswordReset(
  { db, jobs }: Context,
  { email: typed, from }: { email: string; from: string },
): Promise<void> {
  const email = normalEmail(typed);
  requireValid({ email: emailProblem(email) });
  await countResetRequest(db, email, from);
  await db.insertInto('reset_requests').values({ email }).execute();
  // One waiting job for all requests: it processes whatever has been stored by the time it runs.
  await jobs.enqueue(processResetRequestsJob, {}, { singletonKey: 'all' });
}
