import type { User } from '@repo/contract/auth';
import { nameProblem } from '@repo/contract/name';
import type { Context } from '#platform/context.ts';
import type { Transaction } from '#platform/database/create-database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { AppError } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import { respondDeadline } from '#platform/http/respond-after.ts';
import { forgiveGuesses } from '../../auth/guess-budget.ts';
import { hasSignIn } from '#modules/auth/has-sign-in.ts';
import { hashPassword } from '../../auth/password-hash.ts';
import { endResetLinks } from '#modules/auth/reset-token.ts';
import { requirePassword } from '../../auth/require-password.ts';
import { storePassword } from '../../auth/set-password.ts';
import { startSession } from '../../auth/sign-in.ts';
import { enqueueNames } from '../../listed-accounts/refresh-names.job.ts';
import { refreshNames } from '../../listed-accounts/refresh-names.ts';
import { createUser } from '../../users/create-user.ts';
import { announceJoined, joinByInvitation } from './accept-invitation.ts';
import { countRegistration } from './invitation-limits.ts';
import { lockPending, openInvitation, requirePending, type UsedLink } from './open-invitation.ts';

interface Registration extends UsedLink {
  name: string;
  password: string;
  /** The User-Agent of the client. */
  userAgent?: string | undefined;
}

/**
 * Creates the user of an invited address, makes them a member and starts a session. An existing user without
 * any way to sign in gets this name and password: the link proves as much as a reset link. One who signs in with
 * their company or has a second factor keeps those, and accepts by signing in.
 *
 * @throws AppError `VALIDATION_FAILED`, `NOT_FOUND`, `RATE_LIMITED`, or `CONFLICT` for an
 *   invitation that ended or expired and for an address of a user who can sign in or is not active
 */
export async function registerByInvitation(
  context: Pick<Context, 'config' | 'db' | 'jobs' | 'log' | 'mailer'>,
  { name: typed, password, userAgent, ...link }: Registration,
): Promise<{ token: string; user: User }> {
  const { db, log } = context;
  const name = typed.trim();
  requireValid({ name: nameProblem(name) });
  await requirePassword(password);
  // Checked first, so that only a usable link costs a hash, and not often: hashes delay every
  // sign-in.
  const { state, email, account } = await openInvitation(context, link);
  requirePending(state);
  requireNoAccount(email, account ?? 'none');
  await requirePassword(password, email);
  await countRegistration(db, link.token);
  const passwordHash = await hashPassword(password);
  const { person, invitation } = await db.transaction().execute(async (tx) => {
    const known = await lockKnown(tx, email);
    const pending = await lockPending(tx, link.token);
    const made = known
      ? await takeOver(context, tx, known, { email, name })
      : await createUser(tx, { email, name });
    await storePassword(tx, made.id, passwordHash);
    await joinByInvitation(tx, made, pending);
    return { person: made, invitation: pending };
  });
  await refreshNames(db, person.id, respondDeadline());
  await forgiveGuesses(db, { email: person.email, from: link.from });
  await announceJoined(context, person, invitation);
  const session = await startSession(
    context,
    { id: person.id, password_hash: passwordHash },
    { from: link.from, userAgent },
  );
  if (session === undefined) throw new AppError('UNAUTHENTICATED', 'Invalid credentials');
  log.info({ userId: person.id, from: link.from }, 'signed in');
  return session;
}

interface KnownUser {
  id: string;
  isActive: boolean;
  hasSignIn: boolean;
}

/** Locks the user who has the address; undefined when there is none yet. */
async function lockKnown(tx: Transaction<Schema>, email: string): Promise<KnownUser | undefined> {
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  // Locked before the user: docs/ARCHITECTURE.md, "Lock order".
  await endResetLinks(tx, found.id);
  const known = await tx
    .selectFrom('users')
    .select(['id', 'is_active', hasSignIn.as('hasSignIn')])
    .where('id', '=', found.id)
    // Not `for update`: a transaction that has locked the workspace may be adding the user to it.
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { id: known.id, isActive: known.is_active, hasSignIn: known.hasSignIn };
}

/** Renames a user who was created for the address and has no way to sign in yet. */
async function takeOver(
  context: Pick<Context, 'jobs'>,
  tx: Transaction<Schema>,
  { id, isActive, hasSignIn: isReachable }: KnownUser,
  { email, name }: { email: string; name: string },
) {
  if (!isActive) requireNoAccount(email, 'inactive');
  if (isReachable) requireNoAccount(email, 'active');
  await tx.updateTable('users').set({ name }).where('id', '=', id).execute();
  await enqueueNames(context, id, tx);
  return { id, email, name };
}

function requireNoAccount(email: string, account: 'none' | 'active' | 'inactive'): void {
  if (account === 'inactive') {
    throw new AppError('CONFLICT', `The account of ${email} is not active`);
  }
  if (account === 'active') {
    throw new AppError('CONFLICT', `${email} has an account already. Sign in to accept.`);
  }
}
