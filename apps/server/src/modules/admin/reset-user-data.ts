import type { Context } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { requireValid } from '../../platform/http/require-valid.ts';
import { publishRemainingLater } from '../activities/publishing/publish-requests.job.ts';
import { withdrawForRequest } from '../activities/publishing/publish-requests.ts';
import { removeAllDomains } from '../domains/remove-all-domains.ts';
import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import { emailProblem, normalEmail } from '../users/email-address.ts';

export interface ResetResult {
  user: { email: string };
  deletedCounts: {
    /** Tracked domains, with everything that was captured for them. */
    accountsDeleted: number;
    accountSharesDeleted: number;
  };
}

/**
 * Deletes a user's tracked domains, their shares and what they published, all or nothing. What
 * others contributed to the same accounts stays, and so do the integrations.
 *
 * @throws AppError `FORBIDDEN` where the setting does not allow it, `VALIDATION_FAILED`,
 *   `NOT_FOUND`, `CONFLICT` when so much is withdrawn that it goes on after the response
 */
export async function resetUserData(
  context: Pick<Context, 'config' | 'db' | 'jobs'>,
  actor: Actor,
  typedEmail: string,
): Promise<ResetResult> {
  const { config, db } = context;
  if (!config.allowUserDataReset) {
    throw new AppError(
      'FORBIDDEN',
      'Resetting user data is switched off on this server (setting ALLOW_USER_DATA_RESET)',
    );
  }
  const email = normalEmail(typedEmail);
  requireValid({ email: email === '' ? 'Please enter an email address' : emailProblem(email) });
  const { user, before } = await db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'name'])
      .where('email', '=', email)
      .executeTakeFirst();
    if (user === undefined) throw notFound('User');
    const before = await removeAllDomains(tx, user.id);
    const after = { domains: 0, shares: 0 };
    await recordChange(tx, { actor, action: 'user.data-reset', person: user, before, after });
    return { user, before };
  });
  await withdrawForRequest(
    db,
    { ownerId: user.id },
    'The data is deleted. What was shared is still being removed from the workspaces, which goes on by itself.',
  ).finally(() => publishRemainingLater(context, user.id));
  return {
    user: { email },
    deletedCounts: { accountsDeleted: before.domains, accountSharesDeleted: before.shares },
  };
}
