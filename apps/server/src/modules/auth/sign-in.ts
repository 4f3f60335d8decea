import type { User } from '@repo/contract/auth';
import type { SignInMethod } from '@repo/contract/sign-in-factors';
import { limits } from '@repo/contract/limits';
import { isTimeZone } from '@repo/domain/time/time-zone';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import { createFairQueue, QueueFullError } from '#platform/rate-limit/fair-queue.ts';
import { createToken, hashToken } from '#platform/secrets/token.ts';
import { isEmailAddress, normalEmail } from '../users/email-address.ts';
import { findUser } from '../users/find-user.ts';
import { rememberNetwork, reserveGuess } from './guess-budget.ts';
import { deviceOf } from './own-settings/device-of.ts';
import { noteBreakGlassUsed } from './single-sign-on/note-break-glass-used.ts';
import { needsSingleSignOn } from './needs-single-sign-on.ts';
import { refuseRequiredDomain } from './single-sign-on/requirement.ts';
import { verifyPassword } from './password-hash.ts';
import type { SecondFactorGate } from './second-factor-gate.ts';
import { signOut } from './sign-out.ts';
import type { SlowRefusals } from './slow-refusals.ts';

export interface SignIn {
  email: string;
  password: string;
  /** The address of the request. */
  from: string;
  /** The User-Agent of the client. */
  userAgent?: string | undefined;
  /** The time zone of the browser, if it sends one. */
  timeZone?: string | undefined;
}

/**
 * Limits the sign-ins that use the database at the same time, so that a flood leaves most of the
 * pool to everything else. Each takes a few milliseconds, so a thousand wait for about a second.
 */
const databaseQueue = createFairQueue({ concurrency: 3, maxWaiting: 1_000 });

/** Refusals that say nothing about the password, or that it was right. */
const WITHOUT_GUESS: ReadonlySet<string> = new Set([
  'SECOND_FACTOR_REQUIRED',
  'SINGLE_SIGN_ON_REQUIRED',
]);

/** The sign-ins under way of each email from networks that are known for it, in this process. */
const underWay = new Map<string, number>();

/**
 * Starts a session. An unknown email, a wrong password, an inactive user and one without a password
 * get the same response after the same work.
 *
 * @throws AppError `VALIDATION_FAILED`, `UNAUTHENTICATED`, `RATE_LIMITED`, `SINGLE_SIGN_ON_REQUIRED`, or
 *   `SECOND_FACTOR_REQUIRED` after the right password of a user whom `gate` stops
 */
export async function signIn(
  context: Context,
  { gate, slowRefusals }: { gate: SecondFactorGate; slowRefusals: SlowRefusals },
  { email: typed, password, from, userAgent, timeZone }: SignIn,
): Promise<{ token: string; user: User }> {
  const email = normalEmail(typed);
  requireValid({
    email: email === '' ? 'Email is required' : undefined,
    password: password === '' ? 'Password is required' : undefined,
  });
  const attempt = { email, from };
  const rank = slowRefusals.begin(attempt);
  try {
    const session = await trySignIn(context, gate, { email, password, from, userAgent }, rank);
    slowRefusals.discount(attempt);
    await rememberTimeZone(context.db, session.user.id, timeZone);
    return session;
  } catch (error) {
    // Otherwise a network with a dropped request would rank last the next time, and be dropped again.
    const isRight = error instanceof AppError && WITHOUT_GUESS.has(error.code);
    if (isRight || error instanceof QueueFullError) slowRefusals.discount(attempt);
    if (error instanceof AppError && !isRight) await slowRefusals.refused(attempt);
    throw error;
  }
}

async function trySignIn(
  context: Context,
  gate: SecondFactorGate,
  { email, password, from, userAgent }: SignIn,
  rank: number,
): Promise<{ token: string; user: User }> {
  const { db, log } = context;
  const { guess, known } = await databaseQueue(async () => {
    await refuseRequiredDomain(db, email);
    return {
      guess: await reserveGuess(db, { email, from }),
      known: await findSignIn(db, email),
    };
  }, rank);
  const check = (checkRank: number) => verifyPassword(password, known?.password_hash, checkRank);
  // The ranks of other networks start at one, so known networks go first; but of one user only one
  // sign-in, so that a member who signs in again and again delays no one else.
  const isRight = await (guess.isKnown ? countKnown(email, check) : check(rank + 1)).catch(
    async (busy) => {
      await guess.release();
      throw busy;
    },
  );
  const user =
    isRight && known?.is_active && known.password_hash !== null
      ? { id: known.id, passwordHash: known.password_hash }
      : undefined;
  const pass = async (right: { id: string; passwordHash: string }) => {
    const refusal = await gate(right);
    if (refusal === undefined) return;
    await guess.release();
    log.info({ userId: right.id, from }, 'the password was right; a second factor follows');
    throw refusal;
  };
  if (user !== undefined) await pass(user);
  const session =
    user && known ? await startSession(context, known, { from, userAgent }) : undefined;
  if (user === undefined || session === undefined) {
    log.warn({ userId: known?.id, from }, 'a sign-in was refused');
    throw new AppError('UNAUTHENTICATED', 'Invalid credentials');
  }
  // A factor can have been set up while the session waited for the lock of the user.
  await pass(user).catch(async (refusal) => {
    await signOut(db, session.token);
    throw refusal;
  });
  log.info({ userId: session.user.id, from }, 'signed in');
  await guess.release();
  await rememberNetwork(db, { email, from });
  return session;
}

/** Checks a password and passes on how many others of the email are being checked. */
async function countKnown<Result>(
  email: string,
  check: (others: number) => Promise<Result>,
): Promise<Result> {
  const others = underWay.get(email) ?? 0;
  underWay.set(email, others + 1);
  try {
    return await check(others);
  } finally {
    const left = (underWay.get(email) ?? 1) - 1;
    if (left > 0) underWay.set(email, left);
    else underWay.delete(email);
  }
}

/** Stores the time zone of the first sign-in that sends one; users change it in their settings. */
export async function rememberTimeZone(
  db: Database,
  userId: string,
  timeZone: string | undefined,
): Promise<void> {
  if (timeZone === undefined || !isTimeZone(timeZone)) return;
  await db
    .updateTable('users')
    .set({ time_zone: timeZone })
    .where('id', '=', userId)
    .where('time_zone', 'is', null)
    .execute();
}

interface KnownSignIn {
  id: string;
  /** As it was when the sign-in was checked; null for a user who has no password. */
  password_hash: string | null;
}

interface OpenedSession {
  openedWith?: SignInMethod;
  /** Whether opening it proves who uses it, for what needs a fresh proof. */
  isProven?: boolean;
  /** The single sign-on that opened it, and the session at its provider. */
  ssoConnectionId?: string | undefined;
  ssoSid?: string | undefined;
}

async function findSignIn(db: Database, email: string) {
  // A text that is not an address belongs to no user, and may contain characters the database
  // rejects.
  if (!isEmailAddress(email)) return undefined;
  return db
    .selectFrom('users')
    .select(['id', 'password_hash', 'is_active'])
    .where('email', '=', email)
    .executeTakeFirst();
}

/**
 * Creates a session. Undefined when the user was deactivated or their password changed since it was
 * checked. The lock makes a concurrent deactivation or password change wait and then end this
 * session too. Above `limits.sessionsPerUser`, the least recently used session ends.
 */
export async function startSession(
  { db, jobs }: Pick<Context, 'db' | 'jobs'>,
  { id, password_hash }: KnownSignIn,
  {
    from,
    userAgent,
    openedWith = 'password',
    isProven = true,
    ssoConnectionId,
    ssoSid,
  }: Pick<SignIn, 'from' | 'userAgent'> & OpenedSession,
): Promise<{ token: string; user: User } | undefined> {
  const token = createToken();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sessions')
    .columns([
      'user_id',
      'token_hash',
      'device',
      'address',
      'opened_with',
      'proven_at',
      'sso_connection_id',
      'sso_sid',
    ])
    .expression((insert) =>
      insert
        .selectFrom('users')
        .select([
          'id',
          sql.val(hashToken(token)).as('token_hash'),
          sql<string | null>`${deviceOf(userAgent)}::text`.as('device'),
          sql<string | null>`${from}::text`.as('address'),
          sql<SignInMethod>`${openedWith}::text`.as('opened_with'),
          (isProven ? sql<Date>`now()` : sql<Date>`'epoch'::timestamptz`).as('proven_at'),
          sql<string | null>`${ssoConnectionId ?? null}::uuid`.as('sso_connection_id'),
          sql<string | null>`${ssoSid ?? null}::text`.as('sso_sid'),
        ])
        .where('id', '=', id)
        .where('is_active', '=', true)
        .where('password_hash', 'is not distinct from', password_hash)
        .where((where) => where.not(needsSingleSignOn(where.ref('users.email'), ssoConnectionId)))
        .forShare(),
    )
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows) await endOldestSessions(db, id);
  const user = numInsertedOrUpdatedRows ? await findUser(db, id) : undefined;
  if (user?.isAdmin && openedWith !== 'single-sign-on')
    await noteBreakGlassUsed({ db, jobs }, user);
  return user && { token, user };
}

async function endOldestSessions(db: Database, userId: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('id', 'in', (query) =>
      query
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('last_used_at', 'desc')
        .orderBy('id', 'desc')
        .offset(limits.sessionsPerUser)
        // Skips sessions that another sign-in of the same user is already ending.
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}
