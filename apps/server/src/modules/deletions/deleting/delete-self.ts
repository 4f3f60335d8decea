import type { BegunDeletion } from '@repo/contract/deletions';
import { limits } from '@repo/contract/limits';
import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/http/app-error.ts';
import type { SignedIn } from '#platform/http/admit-request.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import { createToken, hashToken } from '#platform/secrets/token.ts';
import { confirmUser, missingPassword } from '#modules/auth/confirm-password.ts';
import { continueHandOversJob } from '#modules/hand-overs/continue-hand-overs.job.ts';
import { handOver } from '#modules/hand-overs/hand-over.ts';
import { notifyDeleted } from '../mail/notify-deleted.ts';
import { isLastAdministrator } from '../planning/plan-deletion.ts';
import { requireTypedEmail } from './require-typed-email.ts';

interface OwnDeletion {
  email: string;
  currentPassword: string;
  isImmediate: boolean;
  /** The address of the request. */
  from: string;
}

const perDay = {
  name: 'deletions',
  attempts: limits.ownDeletionsPerDay,
  windowSeconds: 86_400,
};

/**
 * Deletes the account of the signed-in user, who proves by the password, or by having signed in lately, that it is
 * them.
 *
 * @throws AppError `VALIDATION_FAILED`, `FRESH_PROOF_REQUIRED`, `RATE_LIMITED`; `CONFLICT` for the last owner or
 *   administrator, for who is leaving already, and when something is still to be withdrawn, which goes on by itself
 */
export async function deleteSelf(
  context: Context,
  person: SignedIn,
  { email, currentPassword, isImmediate, from }: OwnDeletion,
): Promise<BegunDeletion> {
  const { jobs } = context;
  requireTypedEmail(email, person.email);
  requireValid({ currentPassword: missingPassword(person, currentPassword) });
  await confirmUser(context, person, {
    password: currentPassword,
    from,
    limit: perDay,
    what: 'a deletion',
  });
  const token = isImmediate ? undefined : createToken();
  const name = person.name || person.email;
  const begun = await handOver(
    context,
    { id: person.id, name, isAdmin: person.isAdmin },
    {
      userId: person.id,
      workspaceId: null,
      choice: 'erase',
      successorId: null,
      deletion: {
        by: 'user',
        isImmediate,
        ...(token !== undefined && { returnTokenHash: hashToken(token) }),
        requireAllowed: async (tx) => {
          if (!(await isLastAdministrator(tx, person.id))) return;
          throw new AppError(
            'CONFLICT',
            'You are the only administrator of this server. Make someone else an administrator first.',
          );
        },
      },
    },
    ({ endsAt }) =>
      notifyDeleted(context, {
        user: { ...person, name },
        by: 'user',
        deletedBy: name,
        endsAt: isImmediate ? undefined : new Date(endsAt),
        workspaces: [],
        token,
      }),
  ).finally(async () => {
    // The job looks for what is due by itself as well, a little later.
    if (isImmediate) await jobs.enqueue(continueHandOversJob, {}).catch(() => {});
  });
  return { deletesAccount: true, endsAt: isImmediate ? null : begun.endsAt };
}
