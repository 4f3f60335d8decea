import type { Context } from '#platform/context.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import { requireNoHeldShares } from '#modules/activities/held-accounts.ts';
import { publishRemainingLater } from '#modules/activities/publish-requests.job.ts';
import { endAllShares } from '#modules/domains/remove-all-domains.ts';
import type { Actor } from '#modules/audit/actor.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { enqueueReset } from '../remove-user-data.job.ts';
import { removeUserData } from '../remove-user-data.ts';
import { emailProblem, normalEmail } from '#modules/users/email-address.ts';

export interface ResetResult {
  user: { email: string };
  deletedCounts: {
    /** Tracked domains, with everything that was captured for them. */
    accountsDeleted: number;
    accountSharesDeleted: number;
  };
}

/**
 * Ends a user's shares, and deletes the user's tracked domains and published activities. Other users'
 * contributions to the same accounts stay, and so do the integrations. Nothing changes when the shares cannot
 * be ended. Otherwise `remove-user-data.job.ts` does the rest, also after the process was killed.
 *
 * @throws AppError `FORBIDDEN` when the setting does not allow it, `VALIDATION_FAILED`, `NOT_FOUND`, `CONFLICT` for
 *   shares under a legal hold, and when so much is withdrawn or deleted that it goes on after the response
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
    await requireNoHeldShares(
      tx,
      { ownerId: user.id, workspaceId: null },
      user,
      'their data cannot be deleted',
    );
    const before = await endAllShares(tx, user.id);
    const after = { domains: 0, shares: 0 };
    await recordChange(tx, { actor, action: 'user.data-reset', person: user, before, after });
    await enqueueReset(context, { userId: user.id, since: new Date().toISOString() }, tx);
    return { user, before };
  });
  await removeUserData(db, user.id).finally(() => publishRemainingLater(context, user.id));
  return {
    user: { email },
    deletedCounts: { accountsDeleted: before.domains, accountSharesDeleted: before.shares },
  };
}
