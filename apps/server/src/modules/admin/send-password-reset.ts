import type { Context } from '#platform/context.ts';
import type { Actor } from '../audit/actor.ts';
import { recordChange, requireAuditCapacity } from '../audit/record-change.ts';
import { countAttempt } from '#platform/rate-limit/rate-limit-counter.ts';
import { countMailByKey } from '#modules/auth/count-mail-by-key.ts';
import { startPasswordReset } from '#modules/auth/start-password-reset.ts';

/** More than anyone needs; each link ends the one before it. */
const linksToOneUser = { name: 'reset links to one user', attempts: 10, windowSeconds: 60 * 60 };

/**
 * Sends a user a reset link and records that in the audit log.
 *
 * @throws AppError `NOT_FOUND`, `CONFLICT` for an inactive account, `RATE_LIMITED`, or `NETWORK_ERROR` when
 *   the email server failed
 */
export async function sendPasswordReset(
  context: Pick<Context, 'config' | 'db' | 'mailer'>,
  actor: Actor,
  userId: string,
): Promise<{ email: string }> {
  const { id, name } = actor;
  const initiator = id === null ? null : { id, name };
  await requireAuditCapacity(context.db, actor);
  await countMailByKey(context.db, actor);
  if (id !== null) await countAttempt(context.db, [{ limit: linksToOneUser, of: userId }], 'links');
  const user = await startPasswordReset(context, { userId, initiator });
  await recordChange(context.db, {
    actor,
    action: 'user.password-reset-sent',
    person: { id: userId, name: user.name },
  });
  return { email: user.email };
}
