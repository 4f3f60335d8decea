import { limits } from '@repo/contract/limits';
import type { Context } from '#platform/context.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { composeResetMail } from './password-reset/reset-mail.ts';
import { issueResetToken, revokeSentToken } from './reset-token.ts';

export interface PasswordResetStart {
  userId: string;
  /** The administrator; null for the command line. */
  initiator: { id: string; name: string } | null;
}

const hours = limits.sentLinkHours;

/**
 * Sends a user a reset link on behalf of an administrator, in place of a pending one. Resolves when
 * the email was handed over; if that fails, no link is left pending.
 *
 * @throws AppError `NOT_FOUND`, `CONFLICT` for an inactive account, `NETWORK_ERROR` when the email
 *   server failed
 */
export async function startPasswordReset(
  context: Pick<Context, 'config' | 'db' | 'mailer'>,
  { userId, initiator }: PasswordResetStart,
): Promise<{ name: string; email: string }> {
  const { config, db, mailer } = context;
  const user = await db
    .selectFrom('users')
    .select(['name', 'email', 'is_active'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (user === undefined) throw notFound('User');
  if (!user.is_active) {
    throw new AppError('CONFLICT', 'Password reset is not available for inactive accounts');
  }
  const { name, email } = user;
  const initiatorId = initiator?.id ?? null;
  const token = await issueResetToken(db, { kind: 'sent', userId, initiatorId, hours });
  try {
    const initiatorName = initiator?.name ?? 'An administrator';
    await mailer.send(composeResetMail(config, { name, email, token, initiatorName, hours }));
  } catch (cause) {
    await revokeSentToken(db, token);
    throw new AppError('NETWORK_ERROR', `The mail to ${email} could not be sent`, { cause });
  }
  return { name, email };
}
