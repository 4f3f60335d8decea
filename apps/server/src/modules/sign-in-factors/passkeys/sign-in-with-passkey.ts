import type { User } from '@repo/contract/auth';
import type { PasskeyAnswer } from '@repo/contract/passkeys';
import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/http/app-error.ts';
import { createFairQueue, QueueFullError } from '#platform/rate-limit/fair-queue.ts';
import { rememberNetwork } from '#modules/auth/guess-budget.ts';
import { rememberTimeZone, startSession } from '#modules/auth/sign-in.ts';
import { signOut } from '#modules/auth/sign-out.ts';
import type { SlowRefusals } from '#modules/auth/slow-refusals.ts';
import { checkPasskey } from './check-passkey.ts';

interface PasskeySignIn {
  passkey: PasskeyAnswer;
  timeZone?: string | undefined;
  /** The address of the request. */
  from: string;
  /** The User-Agent of the client. */
  userAgent?: string | undefined;
}

/** So that a flood leaves most of the processor and of the database to everything else. */
const queue = createFairQueue({ concurrency: 2, maxWaiting: 500, maxWaitMs: 2_000 });

/**
 * Starts a session by a passkey alone. An unknown passkey and one that is refused get the same response.
 *
 * @throws AppError `UNAUTHENTICATED` or `RATE_LIMITED`
 */
export async function signInWithPasskey(
  context: Context,
  slowRefusals: SlowRefusals,
  { passkey, timeZone, from, userAgent }: PasskeySignIn,
): Promise<{ token: string; user: User }> {
  // There is no email: refusals are counted for the network alone.
  const attempt = { email: `passkey from ${from}`, from };
  const rank = slowRefusals.begin(attempt);
  try {
    const session = await queue(() => start(context, { passkey, from, userAgent }), rank);
    slowRefusals.discount(attempt);
    await rememberTimeZone(context.db, session.user.id, timeZone);
    return session;
  } catch (error) {
    if (error instanceof QueueFullError) slowRefusals.discount(attempt);
    if (error instanceof AppError) await slowRefusals.refused(attempt);
    throw error;
  }
}

async function start(
  context: Context,
  { passkey, from, userAgent }: Omit<PasskeySignIn, 'timeZone'>,
): Promise<{ token: string; user: User }> {
  const { db, log } = context;
  const user = await checkPasskey(context, passkey, {
    purpose: { kind: 'sign-in' },
    isAlone: true,
  });
  if (user === undefined) throw refused();
  const session = await startSession(context, user, { from, userAgent, openedWith: 'passkey' });
  if (session === undefined) throw refused();
  await requireStillThere(context, user, session.token);
  log.info({ userId: user.id, from }, 'signed in');
  await rememberNetwork(db, { email: user.email, from });
  await rememberNetwork(db, { email: user.email, from, of: 'code' });
  return session;
}

/** A passkey can have been removed while its session started: its holder may be the reason. */
async function requireStillThere(
  { db }: Context,
  { passkeyId }: { passkeyId: string },
  token: string,
): Promise<void> {
  const row = await db
    .selectFrom('passkeys')
    .select('id')
    .where('id', '=', passkeyId)
    .executeTakeFirst();
  if (row !== undefined) return;
  await signOut(db, token);
  throw refused();
}

const refused = () =>
  new AppError(
    'UNAUTHENTICATED',
    'This passkey was not accepted. Try again, or sign in with your password.',
  );
