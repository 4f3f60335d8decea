import type { Context } from '#platform/context.ts';
import { composeResetMail } from './reset-mail.ts';
import { issueResetToken } from '../reset-token.ts';

export interface RequestedReset {
  /** In normal form. */
  email: string;
}

const hours = 1;

/**
 * Sends a reset link to the active user with the email; does nothing if there is none. Rejects when
 * the email could not be handed over; a retry creates another token.
 */
export async function sendRequestedReset(
  { config, db, log, mailer }: Context,
  { email }: RequestedReset,
): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('email', '=', email)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (user === undefined) return;
  const token = await issueResetToken(db, { kind: 'requested', userId: user.id, hours });
  try {
    await mailer.send(composeResetMail(config, { ...user, token, hours }));
  } catch (error) {
    log.error(
      { err: error, userId: user.id },
      'the reset mail could not be sent; it is tried again',
    );
    throw error;
  }
}
