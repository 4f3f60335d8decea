import type { SsoCheck, SsoCheckResult } from '@repo/contract/single-sign-on';
import { plural } from '@repo/domain/text/plural';
import * as oidc from 'openid-client';
import { notFound } from '#platform/http/app-error.ts';
import { countAttempt } from '#platform/rate-limit/rate-limit-counter.ts';
import type { Actor } from '#modules/audit/actor.ts';
import { redirectAddress } from '../provider/addresses.ts';
import { findConnection, type SsoConnection } from '../provider/connection.ts';
import { CLOCK_TOLERANCE_SECONDS, discover } from '../provider/discover.ts';
import { explainFailure } from '../provider/explain-failure.ts';
import type { SingleSignOnParts } from '../provider/single-sign-on-parts.ts';
import { testsPerHour } from './domains.ts';
import { readSingleSignOn } from './read-single-sign-on.ts';

/**
 * Tests a connection with its provider as far as that is possible without a user.
 *
 * @throws AppError `NOT_FOUND` or `RATE_LIMITED`
 */
export async function testConnection(
  parts: SingleSignOnParts,
  actor: Actor,
  organizationId: string,
): Promise<SsoCheckResult[]> {
  const { db, secretBox } = parts;
  const known = await readSingleSignOn(parts.config, db, organizationId);
  const connection = await findConnection(db, secretBox, { organizationId });
  if (connection === undefined || known.connection === null) throw notFound('Single sign-on');
  await countAttempt(db, [{ limit: testsPerHour, of: actor.id ?? '' }], 'tests of single sign-on');
  let date: string | null = null;
  const fetch: oidc.CustomFetch = async (address, options) => {
    const answer = await parts.fetch(address, options);
    date ??= answer.headers.get('date');
    return answer;
  };
  let provider: oidc.Configuration;
  try {
    provider = await discover(fetch, connection);
  } catch (error) {
    return [problem('issuer', explainFailure(error, connection))];
  }
  return [
    ok('issuer', `The provider answers as ${connection.issuer}.`),
    compareClocks(date),
    await tryClient(provider, connection, parts),
    await tryRedirect(parts, provider, connection),
    describeClaims(known.connection),
    ...(known.connection.signsOutThere ? [describeSignOut(provider)] : []),
  ];
}

const ok = (check: SsoCheck, message: string): SsoCheckResult => ({ check, result: 'ok', message });
const problem = (check: SsoCheck, message: string): SsoCheckResult => ({
  check,
  result: 'problem',
  message,
});
const unknown = (check: SsoCheck, message: string): SsoCheckResult => ({
  check,
  result: 'unknown',
  message,
});

function compareClocks(date: string | null): SsoCheckResult {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return unknown('clock', 'The provider does not tell its time.');
  const seconds = Math.round(Math.abs(theirs - Date.now()) / 1_000);
  return seconds > CLOCK_TOLERANCE_SECONDS
    ? problem(
        'clock',
        `The clocks of the provider and of this server differ by ${plural(seconds, 'second')}. Set them by a time server (NTP).`,
      )
    : ok('clock', 'The clocks agree.');
}

/** Sends a code that does not exist: a provider that knows the client refuses the code, and else the client. */
async function tryClient(
  provider: oidc.Configuration,
  connection: SsoConnection,
  { config }: SingleSignOnParts,
): Promise<SsoCheckResult> {
  try {
    await oidc.genericGrantRequest(provider, 'authorization_code', {
      code: 'a-test-of-the-connection',
      redirect_uri: redirectAddress(config, connection.organizationId),
      code_verifier: oidc.randomPKCECodeVerifier(),
    });
  } catch (error) {
    const refused =
      error instanceof oidc.ResponseBodyError ||
      error instanceof oidc.WWWAuthenticateChallengeError;
    const code = error instanceof oidc.ResponseBodyError ? error.error : '';
    if (code === 'invalid_grant')
      return ok('client', 'The provider knows the client id and the secret.');
    if (refused && (code === '' || /client/.test(code))) {
      return problem('client', explainFailure(error, connection));
    }
    return unknown('client', explainFailure(error, connection));
  }
  return unknown('client', 'The provider accepted a code that does not exist.');
}

/** Asks for a sign-in without a page: a provider that knows the redirect address answers to it. */
async function tryRedirect(
  { config, fetch }: SingleSignOnParts,
  provider: oidc.Configuration,
  { organizationId }: SsoConnection,
): Promise<SsoCheckResult> {
  const redirect = redirectAddress(config, organizationId);
  const pkceVerifier = oidc.randomPKCECodeVerifier();
  const address = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: redirect,
    scope: 'openid email profile',
    response_type: 'code',
    prompt: 'none',
    state: 'a-test-of-the-connection',
    nonce: oidc.randomNonce(),
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceVerifier),
    code_challenge_method: 'S256',
  });
  const unseen = 'Whether the provider knows the redirect address shows at the first sign-in.';
  try {
    const headers = { accept: 'text/html' };
    const answer = await fetch(address.href, {
      method: 'GET',
      headers,
      body: null,
      redirect: 'manual',
    });
    if (answer.headers.get('location')?.startsWith(`${redirect}?`)) {
      return ok('redirect', 'The provider knows the redirect address.');
    }
    return answer.status >= 400
      ? problem(
          'redirect',
          `The provider refuses the redirect address (${answer.status}). Enter it there exactly as above.`,
        )
      : unknown('redirect', unseen);
  } catch {
    return unknown('redirect', unseen);
  }
}

function describeSignOut(provider: oidc.Configuration): SsoCheckResult {
  return provider.serverMetadata().end_session_endpoint === undefined
    ? problem(
        'sign-out',
        'The provider names no sign-out page (end_session_endpoint), so signing out ends the session here alone.',
      )
    : unknown(
        'sign-out',
        'The provider has a sign-out page. Whether it knows the address after signing out shows at the first sign-out.',
      );
}

interface Seen {
  workedAt: string | null;
  problem: { message: string; at: string } | null;
}

function describeClaims({ workedAt, problem: failed }: Seen): SsoCheckResult {
  if (failed !== null) {
    return problem('claims', `The last sign-in failed: ${failed.message}`);
  }
  return workedAt === null
    ? unknown(
        'claims',
        'Nobody has signed in yet. Sign in once to see whether the claims are right.',
      )
    : ok('claims', 'The last sign-in worked.');
}
