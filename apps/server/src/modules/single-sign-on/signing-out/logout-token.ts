import {
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  jwtVerify,
  type ProtectedHeaderParameters,
} from 'jose';
import { CLOCK_TOLERANCE_SECONDS, type NamedProvider } from '../provider/discover.ts';
import type { KnownProviders } from '../provider/known-providers.ts';

/** How old a logout token is accepted, whatever its end says. */
export const MAX_LOGOUT_AGE_SECONDS = 10 * 60;

/** Signed with the provider's private key: the client secret signs none, and no key opens `none`. */
const ALGORITHMS = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');
/** Providers name the type of the token, call it a JWT as any other, or leave it out. */
const TYPES: ReadonlySet<unknown> = new Set([undefined, 'logout+jwt', 'jwt']);
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** The session at the provider that has ended, its user, or both. */
export type LoggedOut = { jti: string } & (
  { sid: string; subject: string | undefined } | { sid: undefined; subject: string }
);

/** A logout token that ends nothing. The message goes to the log alone. */
export class LogoutRefusedError extends Error {
  override name = 'LogoutRefusedError';
}

/**
 * Checks a logout token as far as that takes no key (OpenID Connect Back-Channel Logout 1.0, 2.6), so that nothing
 * is asked of the provider for what another check refuses.
 *
 * @throws LogoutRefusedError
 */
export function checkLogoutToken(token: string, provider: NamedProvider): LoggedOut {
  const { header, claims } = decode(token);
  if (!ALGORITHMS.includes(header.alg ?? '')) refuse('its algorithm');
  const type = header.typ?.toLowerCase().replace(/^application\//, '');
  if (!TYPES.has(type)) refuse('its type');
  if (!isSameIssuer(claims.iss, provider.issuer)) refuse('its issuer');
  if (![claims.aud].flat().includes(provider.clientId)) refuse('its client');
  requireRecent(claims);
  // An ID token has a nonce and no event.
  if ('nonce' in claims) refuse('a nonce');
  const events = claims['events'];
  if (!isObject(events) || !Object.hasOwn(events, EVENT) || !isObject(events[EVENT])) {
    refuse('its event');
  }
  const { jti, sub: subject, sid } = claims;
  if (!isIdentifier(jti)) refuse('its id');
  if (subject !== undefined && !isIdentifier(subject)) refuse('its subject');
  if (sid !== undefined && !isIdentifier(sid)) refuse('its session');
  if (sid !== undefined) return { jti, sid, subject };
  return subject === undefined ? refuse('neither a session nor a subject') : { jti, sid, subject };
}

/**
 * Checks the signature of a logout token. After a change of keys the provider is asked again, once.
 *
 * @returns the issuer, as the provider names itself.
 * @throws LogoutRefusedError, and what `KnownProviders` throws
 */
export async function verifyLogoutToken(
  providers: KnownProviders,
  provider: NamedProvider,
  token: string,
): Promise<string> {
  const known = await providers.find(provider);
  const verify = ({ metadata, keys }: typeof known) =>
    jwtVerify(token, keys, {
      algorithms: ALGORITHMS,
      issuer: metadata.issuer,
      audience: provider.clientId,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    });
  try {
    await verify(known).catch(async (error: unknown) => {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      return verify(await providers.findAfter(known, provider));
    });
    return known.metadata.issuer;
  } catch (error) {
    if (error instanceof errors.JOSEError) refuse('its signature', error);
    throw error;
  }
}

function decode(token: string): { header: ProtectedHeaderParameters; claims: JWTPayload } {
  try {
    return { header: decodeProtectedHeader(token), claims: decodeJwt(token) };
  } catch (cause) {
    return refuse('its form', cause);
  }
}

/** The library that reads the provider compares addresses too: a host alone has a slash or none. */
const isSameIssuer = (named: unknown, issuer: string): boolean =>
  typeof named === 'string' && URL.canParse(named) && new URL(named).href === new URL(issuer).href;

function requireRecent({ iat, exp }: JWTPayload): void {
  const now = Date.now() / 1_000;
  if (typeof iat !== 'number' || !(Math.abs(now - iat) <= MAX_LOGOUT_AGE_SECONDS)) {
    refuse('its time');
  }
  if (iat > now + CLOCK_TOLERANCE_SECONDS) refuse('its time, which is to come');
  if (exp !== undefined && !(exp > now - CLOCK_TOLERANCE_SECONDS)) refuse('its end');
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** PostgreSQL stores no NUL; the length is that of OpenID Connect Core for subjects. */
const isIdentifier = (text: unknown): text is string =>
  typeof text === 'string' && /^\P{Cc}{1,255}$/u.test(text);

function refuse(what: string, cause?: unknown): never {
  throw new LogoutRefusedError(`The logout token was refused because of ${what}.`, { cause });
}
