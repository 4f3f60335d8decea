import type { AdminUser } from '@repo/contract/admin';
import type { MailOutcome } from '@repo/contract/fields';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/http/app-error.ts';
import type { Actor } from '../audit/actor.ts';
import { countMailByKey } from '../auth/count-mail-by-key.ts';
import { sendSetPasswordLink } from '../auth/send-set-password-link.ts';
import { createUser, type NewUser } from '../users/create-user.ts';
import { findUser } from '../users/find-user.ts';
import { recordInvited } from '../users/record-invited.ts';

/**
 * Creates a user and sends them a link to choose their password.
 *
 * @throws AppError `VALIDATION_FAILED`, `CONFLICT` when the email is already taken, or `RATE_LIMITED` for
 *   an API key
 */
export async function inviteUser(
  context: Pick<Context, 'config' | 'db' | 'log' | 'mailer'>,
  actor: Actor,
  given: NewUser,
): Promise<{ user: AdminUser; mail: MailOutcome }> {
  const { db } = context;
  await countMailByKey(db, actor);
  const user = await db.transaction().execute(async (tx) => {
    const { id } = await createUser(tx, given);
    const made = await findUser(tx, id);
    if (made === undefined) throw notFound('User');
    await recordInvited(tx, actor, made);
    return made;
  });
  const mail = await sendSetPasswordLink(context, { user, initiator: actor });
  const { workspaces: _none, ...listed } = user;
  return { user: listed, mail };
}
