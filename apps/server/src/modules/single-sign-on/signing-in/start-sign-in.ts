import { limits } from '@repo/contract/limits';
import * as oidc from 'openid-client';
import { countAttempt } from '#platform/rate-limit/rate-limit-counter.ts';
import { normalEmail } from '#modules/users/email-address.ts';
import { redirectAddress } from '../provider/addresses.ts';
import { domainOf, findConnection } from '../provider/connection.ts';
import { discover } from '../provider/discover.ts';
import { isBusy } from '../provider/guarded-fetch.ts';
import type { SingleSignOnParts } from '../provider/single-sign-on-parts.ts';
import { sealBegun } from './begun-sign-in.ts';
import { SignInProblem } from './sign-in-problem.ts';

export interface StartedSignIn {
  email?: string | undefined;
  /** The slug of an organization. */
  organization?: string | undefined;
  challenge: string;
  /** Whether someone who is signed in proves it again. */
  isProof?: boolean;
  /** The address of the request. */
  from: string;
}

const perNetwork = {
  name: 'starts of single sign-on',
  attempts: limits.ssoStartsPerNetwork,
  windowSeconds: 15 * 60,
};

/**
 * Returns the address at the provider that the browser goes to. Which company an address belongs to is decided by
 * its domain alone, so that no one learns who exists.
 *
 * @throws SignInProblem
 */
export async function startSignIn(
  parts: SingleSignOnParts,
  { email: typed = '', organization = '', challenge, isProof = false, from }: StartedSignIn,
): Promise<URL> {
  const { config, db, secretBox } = parts;
  await countAttempt(db, [{ limit: perNetwork, of: from }], 'sign-ins').catch((cause) => {
    throw new SignInProblem('busy', { cause });
  });
  const email = normalEmail(typed);
  const sought = organization === '' ? { domain: domainOf(email) } : { slug: organization };
  const connection = isText(Object.values(sought)[0] ?? '')
    ? await findConnection(db, secretBox, sought)
    : undefined;
  if (connection === undefined) throw new SignInProblem('unknown-company');
  const provider = await discover(parts.fetch, connection).catch((cause) => {
    throw new SignInProblem(isBusy(cause) ? 'busy' : 'unreachable', { cause });
  });
  const [nonce, pkceVerifier] = [oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
  const address = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: redirectAddress(config, connection.organizationId),
    scope: 'openid email profile',
    response_type: 'code',
    state: sealBegun(secretBox, {
      connectionId: connection.id,
      challenge,
      nonce,
      pkceVerifier,
      isProof,
    }),
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceVerifier),
    code_challenge_method: 'S256',
    ...(email !== '' && { login_hint: email }),
    // With a maximal age the provider has to say when the user signed in.
    ...(isProof && { prompt: 'login', max_age: '0' }),
  });
  if (!/^https?:$/.test(address.protocol)) throw new SignInProblem('unreachable');
  return address;
}

/** PostgreSQL compares no control characters. */
const isText = (text: string): boolean => text !== '' && /^\P{Cc}*$/u.test(text);
