import { plural } from '@repo/domain/text/plural';
import * as oidc from 'openid-client';
import type { Database } from '#platform/database/create-database.ts';
import { redirectAddress } from '../provider/addresses.ts';
import { findConnection, type SsoConnection } from '../provider/connection.ts';
import { CLOCK_TOLERANCE_SECONDS, discover } from '../provider/discover.ts';
import { explainFailure, SignInRefusedError } from '../provider/explain-failure.ts';
import { isBusy } from '../provider/guarded-fetch.ts';
import type { SingleSignOnParts } from '../provider/single-sign-on-parts.ts';
import { type BegunSignIn, takeBegun } from './begun-sign-in.ts';
import { chooseProven, chooseUser } from './choose-user.ts';
import { type HandOver, type HandOverKind, sealHandOver } from './hand-over.ts';
import { SignInProblem } from './sign-in-problem.ts';

export interface ProviderAnswer {
  organizationId: string;
  /** The query of the callback, as it came. */
  search: string;
  state: string;
  error?: string | undefined;
}

/** Old tokens were issued for another moment, whatever their end says. */
const MAX_TOKEN_AGE_SECONDS = 10 * 60;
/** How long before the answer someone signed in at the provider who proves it again; the page there takes a moment. */
const PROOF_AGE_SECONDS = 2 * 60;

/**
 * Checks the answer of a provider and finds its user.
 *
 * @returns the one-time code for the browser that began the sign-in.
 * @throws SignInProblem
 */
export async function receiveAnswer(
  parts: SingleSignOnParts,
  answer: ProviderAnswer,
): Promise<{ code: string; kind: HandOverKind }> {
  const { db, secretBox, log } = parts;
  const begun = await takeBegun(db, secretBox, answer.state);
  const connection =
    begun && (await findConnection(db, secretBox, { organizationId: answer.organizationId }));
  if (begun === undefined || connection?.id !== begun.connectionId)
    throw new SignInProblem('expired');
  // A user who changed their mind says nothing about the connection.
  if (answer.error === 'access_denied') throw new SignInProblem('cancelled');
  let read: { claims: oidc.IDToken; issuer: string };
  try {
    read = await readClaims(parts, connection, begun, answer.search);
  } catch (error) {
    const problem = explainFailure(error, connection);
    log.warn({ err: error, organizationId: connection.organizationId }, 'single sign-on failed');
    if (isBusy(error)) throw new SignInProblem('busy', { cause: error });
    // What a new sign-in of one user lacks says nothing about the connection.
    if (begun.isProof) throw new SignInProblem('no-proof', { cause: error });
    await noteProblem(db, connection.id, problem);
    throw new SignInProblem('refused', { cause: error });
  }
  const { claims, issuer } = read;
  const choose = begun.isProof ? chooseProven : chooseUser;
  const chosen = await choose(parts, { ...connection, issuer }, claims).catch(async (error) => {
    if (error instanceof SignInProblem && error.problem === 'no-email') {
      await noteProblem(
        db,
        connection.id,
        'The ID token has no email address. Let the provider send the claim “email”.',
      );
    }
    throw error;
  });
  await noteSuccess(db, connection.id);
  if (!begun.isProof && !chosen.needsPassword) {
    const { organizationId } = connection;
    await parts.onSignedIn(parts, { organizationId, userId: chosen.userId, claims });
  }
  const handOver: HandOver = {
    connectionId: connection.id,
    userId: chosen.userId,
    challenge: begun.challenge,
    issuer,
    subject: claims.sub,
    ...(isIdentifier(claims['sid']) && { sid: claims['sid'] }),
  };
  const kind = begun.isProof ? 'proof' : chosen.needsPassword ? 'link' : 'session';
  return { code: sealHandOver(secretBox, kind, handOver), kind };
}

async function readClaims(
  { config, fetch }: SingleSignOnParts,
  connection: SsoConnection,
  { nonce, pkceVerifier, isProof }: BegunSignIn,
  search: string,
): Promise<{ claims: oidc.IDToken; issuer: string }> {
  const provider = await discover(fetch, connection);
  const address = new URL(redirectAddress(config, connection.organizationId));
  address.search = search;
  const state = address.searchParams.get('state') ?? '';
  const tokens = await oidc.authorizationCodeGrant(provider, address, {
    pkceCodeVerifier: pkceVerifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
    // The token then has to say when its user signed in.
    ...(isProof && { maxAge: PROOF_AGE_SECONDS }),
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new SignInRefusedError('The provider sent no ID token.');
  requireRecent(claims);
  if (!isIdentifier(claims.sub)) {
    throw new SignInRefusedError('The ID token has no usable subject (sub).');
  }
  const { issuer, userinfo_endpoint } = provider.serverMetadata();
  if (claims['email'] !== undefined || userinfo_endpoint === undefined) return { claims, issuer };
  // Some providers give claims by their own address alone, beside an access token.
  const further = await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub);
  const { email, email_verified, name = claims['name'] } = further;
  const { groups = claims['groups'], roles = claims['roles'] } = further;
  const all = { ...claims, email, email_verified, name, groups, roles };
  return { claims: all as oidc.IDToken, issuer };
}

/** PostgreSQL stores no NUL; the length is that of OpenID Connect Core for subjects. */
const isIdentifier = (text: unknown): text is string =>
  typeof text === 'string' && /^\P{Cc}{1,255}$/u.test(text);

/** The client checks the end of a token, and not its beginning. */
function requireRecent({ iat }: oidc.IDToken): void {
  const now = Date.now() / 1_000;
  if (iat > now + CLOCK_TOLERANCE_SECONDS) {
    throw new SignInRefusedError(
      `The ID token is from the future, by ${plural(Math.round(iat - now), 'second')}. Compare the clocks of the provider and of this server.`,
    );
  }
  if (iat < now - MAX_TOKEN_AGE_SECONDS) {
    throw new SignInRefusedError(
      'The ID token is too old. Compare the clocks of the provider and of this server.',
    );
  }
}

/** More of it would be of no use to administrators. */
const MAX_PROBLEM_LENGTH = 600;

async function noteProblem(db: Database, id: string, problem: string): Promise<void> {
  await db
    .updateTable('sso_connections')
    .set({ problem: problem.slice(0, MAX_PROBLEM_LENGTH), problem_at: new Date() })
    .where('id', '=', id)
    .execute();
}

async function noteSuccess(db: Database, id: string): Promise<void> {
  await db
    .updateTable('sso_connections')
    .set({ problem: null, problem_at: null, worked_at: new Date() })
    .where('id', '=', id)
    .execute();
}
