import type { Context } from '#platform/context.ts';
import { recordAttempt } from '#platform/rate-limit/rate-limit-counter.ts';
import { recordChange } from '../../audit/record-change.ts';
import { activeAdministrators } from '../../users/administrators.ts';
import { findRequiring } from './requirement.ts';
import { sendBreakGlassUsedJob } from './send-break-glass-used.job.ts';

/** So that someone who knows the password does not fill the mailboxes of administrators. */
const mailedPerHour = {
  name: 'mails about signing in past single sign-on',
  attempts: 1,
  windowSeconds: 3_600,
};
/** Administrators who are mailed; servers have a few. */
const MAX_MAILED = 50;

/**
 * Records that the administrator who is the way back in used it, and mails all administrators about it, once an
 * hour.
 */
export async function noteBreakGlassUsed(
  { db, jobs }: Pick<Context, 'db' | 'jobs'>,
  user: { id: string; name: string; email: string },
): Promise<void> {
  const organizations = await findRequiring(db, user.id);
  if (organizations.length === 0) return;
  const person = { id: user.id, name: user.name || user.email };
  for (const { slug } of organizations) {
    await recordChange(db, { actor: person, action: 'sso.break-glass-used', person, scope: slug });
  }
  const { attempts } = await recordAttempt(db, { limit: mailedPerHour, of: user.id });
  if (attempts > mailedPerHour.attempts) return;
  const recipients = await activeAdministrators(db).orderBy('id').limit(MAX_MAILED).execute();
  for (const { id: userId } of recipients) {
    await jobs.enqueue(sendBreakGlassUsedJob, { userId, holderId: user.id });
  }
}
