import * as oidc from 'openid-client';
import { certificateProblem } from '#platform/net/certificate-problem.ts';
import { plainText } from '#platform/net/plain-text.ts';
import { ForbiddenServerError, UnknownServerError } from '#platform/net/server-guard.ts';
import { ProviderBusyError, ProviderTimeoutError } from './guarded-fetch.ts';

/** The failure of a request to a provider, in words for administrators. */
export function explainFailure(error: unknown, { issuer }: { issuer: string }): string {
  const host = hostOf(issuer);
  for (const one of causesOf(error)) {
    if (
      one instanceof ForbiddenServerError ||
      one instanceof UnknownServerError ||
      one instanceof ProviderTimeoutError ||
      one instanceof ProviderBusyError ||
      one instanceof SignInRefusedError
    ) {
      return one.message;
    }
    const code = 'code' in one ? String(one.code) : '';
    if (one instanceof oidc.ResponseBodyError)
      return explainAnswer(one.error, one.error_description);
    if (one instanceof oidc.AuthorizationResponseError) {
      return explainRefusal(one.error);
    }
    const certificate = certificateProblem(code, host)?.replace(', so no password was sent', '');
    if (certificate !== undefined) {
      return `${certificate} A private certificate authority is trusted by NODE_EXTRA_CA_CERTS.`;
    }
    const known = connectionProblems[code]?.(host) ?? protocolProblems[code];
    if (known !== undefined) return known;
    const inWords = messageProblems.find(([part]) => one.message.includes(part));
    if (inWords !== undefined) return inWords[1];
  }
  return `The answer of ${host} is not that of an OpenID Connect provider. Check the issuer.`;
}

/** A sign-in at the provider that does not meet a rule of this product; its message is for administrators. */
export class SignInRefusedError extends Error {
  override name = 'SignInRefusedError';
}

const connectionProblems: Record<string, (host: string) => string> = {
  ECONNREFUSED: (host) => `${host} refused the connection. Check the issuer's host and port.`,
  ECONNRESET: (host) => `${host} closed the connection without an answer.`,
  ENETUNREACH: (host) => `${host} cannot be reached from this server.`,
  EHOSTUNREACH: (host) => `${host} cannot be reached from this server.`,
  EPROTO: (host) => `${host} does not speak TLS at this port. Check the issuer's port.`,
};

/** By parts of the client's messages, which its codes do not tell apart. */
const messageProblems: readonly [string, string][] = [
  ['"nonce"', 'The ID token is not the answer to this sign-in (nonce).'],
  [
    '"iss"',
    'The ID token names another issuer. Check that the issuer is exactly that of the provider, to the slash.',
  ],
  ['"aud"', 'The ID token is for another client. Check the client id.'],
  ['"exp"', 'The ID token has expired. Compare the clocks of the provider and of this server.'],
  [
    '"iat"',
    'The ID token is from the future. Compare the clocks of the provider and of this server.',
  ],
  ['"alg"', 'The ID token is not signed with a procedure that the provider names (alg).'],
  ['signature', 'The signature of the ID token is not that of the provider.'],
  ['"state"', 'The answer belongs to another sign-in (state).'],
];

const protocolProblems: Record<string, string> = {
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED:
    'The provider names itself differently. Copy its issuer exactly, to the slash at the end.',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED:
    'The times of the ID token are not right. Compare the clocks of the provider and of this server.',
  OAUTH_RESPONSE_IS_NOT_CONFORM:
    'There is no OpenID Connect configuration at this issuer. Check the issuer: its address with /.well-known/openid-configuration must work.',
  OAUTH_RESPONSE_IS_NOT_JSON:
    'There is no OpenID Connect configuration at this issuer, but another page. Check the issuer.',
  OAUTH_UNSUPPORTED_OPERATION: 'The provider uses a procedure that is not supported.',
};

/** The errors of OAuth 2.0 and OpenID Connect that end a sign-in. */
const REFUSALS: ReadonlySet<string> = new Set([
  'invalid_request',
  'unauthorized_client',
  'unsupported_response_type',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
  'interaction_required',
  'login_required',
  'account_selection_required',
  'consent_required',
  'invalid_request_object',
  'request_not_supported',
]);

/**
 * The browser brings this error. Anyone can begin a sign-in and bring any text, so known errors alone are shown to
 * administrators. The log has the rest.
 */
const explainRefusal = (error: string): string =>
  `The provider refused the sign-in${REFUSALS.has(error) ? ` (${error})` : ''}. What it says is in the log of this server.`;

function explainAnswer(error: string, description: string | undefined): string {
  const said = description === undefined ? '' : ` It says: “${plainText(description)}”`;
  if (error === 'invalid_client' || error === 'unauthorized_client') {
    return `The provider does not accept the client id with this secret.${said}`;
  }
  if (error === 'invalid_grant') return `The provider refused the code of the sign-in.${said}`;
  return `The provider answered “${plainText(error)}”.${said}`;
}

function* causesOf(error: unknown): Generator<Error> {
  let next = error;
  for (let depth = 0; depth < 5 && next instanceof Error; depth += 1) {
    yield next;
    next = next.cause;
  }
}

const hostOf = (issuer: string): string => {
  try {
    return new URL(issuer).host;
  } catch {
    return 'The issuer';
  }
};
