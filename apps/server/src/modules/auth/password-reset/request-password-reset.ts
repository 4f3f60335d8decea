import { SINGLE_JOB } from '#platform/jobs/jobs.ts';
import { limits } from '@repo/contract/limits';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import { emailProblem, normalEmail } from '../../users/email-address.ts';
import { processResetRequestsJob } from './process-reset-requests.job.ts';
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
  const turn = await countResetRequest(db, email, from);
  await requireQueueCapacity(db);
  await db.insertInto('reset_requests').values({ email, turn }).execute();
  // One waiting job for all requests: it processes everything stored before it runs.
  await jobs.enqueue(processResetRequestsJob, {}, { singletonKey: SINGLE_JOB });
}

/**
 * Some thousand requests a second are looked up, so the queue only fills up when no worker runs, or
 * during a flood from very many networks. The response is the same for every email.
 */
async function requireQueueCapacity(db: Database): Promise<void> {
  const full = await db
    .selectFrom('reset_requests')
    .select('id')
    .limit(1)
    .offset(limits.waitingResetRequests - 1)
    .executeTakeFirst();
  if (full === undefined) return;
  throw new AppError('RATE_LIMITED', 'Too many requests at the moment. Try again in a minute.', {
    retryAfterSeconds: 60,
  });
}
