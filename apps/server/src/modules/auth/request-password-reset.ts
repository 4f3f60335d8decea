import type { Context } from '../../platform/context.ts';
import { requireValid } from '../../platform/http/require-valid.ts';
import { emailProblem, normalEmail } from '../users/email-address.ts';
import { countResetRequest } from './reset-limits.ts';
import { sendRequestedResetJob } from './send-requested-reset.ts';

/**
 * Takes the wish for a reset link. Whether the e-mail is anybody's is looked up in the background,
 * so that neither answer nor time can tell.
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
  // Without a key: whether an earlier request still waits must not show in the time either.
  await jobs.enqueue(sendRequestedResetJob, { email });
}
