import type { User } from '@repo/contract/auth';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/http/app-error.ts';
import type { SignedIn } from '#platform/http/admit-request.ts';
import { hashToken } from '#platform/secrets/token.ts';
import { signOut } from '#modules/auth/sign-out.ts';
import { rememberTimeZone, startSession } from '#modules/auth/sign-in.ts';
import { hasEnded } from '../signing-out/ended-at-provider.ts';
import { addIdentity } from './identities.ts';
import { findLinked, takeLinked } from './find-linked.ts';
import { takeHandOver } from './hand-over.ts';
import { noteProof } from './prove-by-company.ts';

interface FromBrowser {
  code: string;
  /** The verifier of the sign-in that the browser began. */
  verifier: string;
}

interface Exchange extends FromBrowser {
  timeZone?: string | undefined;
  /** The address of the request. */
  from: string;
  userAgent?: string | undefined;
}

/**
 * Starts the session of a sign-in that the provider confirmed.
 *
 * @throws AppError `UNAUTHENTICATED`
 */
export async function exchangeCode(
  context: Context,
  { timeZone, from, userAgent, ...given }: Exchange,
): Promise<{ token: string; user: User }> {
  const { db, log, secretBox } = context;
  const handOver = await takeHandOver(db, secretBox, 'session', given);
  const user = handOver && (await takeLinked(db, handOver));
  const session =
    handOver &&
    user &&
    (await startSession(context, user, {
      from,
      userAgent,
      openedWith: 'single-sign-on',
      isProven: false,
      ssoConnectionId: handOver.connectionId,
      ssoSid: handOver.sid,
    }));
  if (handOver === undefined || session === undefined) {
    log.warn({ userId: handOver?.userId, from }, 'a single sign-on was refused');
    throw signInAgain();
  }
  // Signed out at the provider, or disconnected by the user, while the code was on its way here.
  const { connectionId, sid } = handOver;
  if (
    (sid !== undefined && (await hasEnded(db, connectionId, sid))) ||
    (await findLinked(db, handOver)) === undefined
  ) {
    await signOut(db, session.token);
    throw signInAgain();
  }
  // A statement of its own, after the one that waited for a first factor.
  await noteProof(db, sql`session.token_hash = ${hashToken(session.token)}`);
  log.info({ userId: session.user.id, from }, 'signed in with single sign-on');
  await rememberTimeZone(db, session.user.id, timeZone);
  return session;
}

/**
 * Connects a provider's account with the signed-in user, whose address it has.
 *
 * @throws AppError `CONFLICT`
 */
export async function linkAccount(
  context: Context,
  person: SignedIn,
  given: FromBrowser,
): Promise<void> {
  const { db, secretBox } = context;
  const handOver = await takeHandOver(db, secretBox, 'link', given);
  if (handOver === undefined || handOver.userId !== person.id) throw cannotLink();
  const { connectionId, issuer, subject } = handOver;
  await db.transaction().execute(async (tx) => {
    const connection = await tx
      .selectFrom('sso_connections')
      .innerJoin('organizations', 'organizations.id', 'sso_connections.organization_id')
      .select('organizations.slug')
      .where('sso_connections.id', '=', connectionId)
      .where('is_enabled', '=', true)
      .where('archived_at', 'is', null)
      .executeTakeFirst();
    const isLinked =
      connection !== undefined &&
      (await addIdentity(tx, context, {
        connectionId,
        issuer,
        subject,
        user: person,
        organizationSlug: connection.slug,
      }));
    if (!isLinked) throw cannotLink();
  });
}

const signInAgain = () =>
  new AppError('UNAUTHENTICATED', 'This sign-in has expired. Sign in with your company again.');

const cannotLink = () =>
  new AppError(
    'CONFLICT',
    'Your company’s account could not be connected. Sign in with your company again.',
  );
