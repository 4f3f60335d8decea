import { createHash } from 'node:crypto';
import type { SandboxResponse, SandboxRequest } from '../http/exchange.ts';
import { json } from '../http/exchange.ts';
import type { CodeRequest, Grant, GrantStore } from './grant-store.ts';
import { accessTokenLifeSeconds } from './grant-store.ts';

export interface TokenContext {
  grants: GrantStore;
  clientId: string;
  clientSecret: string;
}

/** `POST /token`: a code or a refresh token becomes an access token. */
export function issueToken(context: TokenContext, request: SandboxRequest): SandboxResponse {
  const form = new URLSearchParams(request.body.toString('utf8'));
  if (!isClient(context, request, form)) {
    return oauthFailure(401, 'invalid_client', 'The OAuth client was not found.');
  }
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return exchangeCode(context, form);
    case 'refresh_token':
      return refresh(context, form);
    default:
      return oauthFailure(
        400,
        'unsupported_grant_type',
        `Invalid grant_type: ${form.get('grant_type') ?? ''}`,
      );
  }
}

/** `POST /revoke`: ends the grant behind either kind of token. */
export function revokeToken(
  { grants }: TokenContext,
  { query, body }: SandboxRequest,
): SandboxResponse {
  const token = new URLSearchParams(body.toString('utf8')).get('token') ?? query.get('token') ?? '';
  return grants.revokeByToken(token)
    ? json({})
    : oauthFailure(400, 'invalid_token', 'Token expired or revoked');
}

export function oauthFailure(status: number, error: string, description?: string): SandboxResponse {
  return json(
    { error, ...(description === undefined ? {} : { error_description: description }) },
    status,
  );
}

function exchangeCode({ grants, clientId }: TokenContext, form: URLSearchParams): SandboxResponse {
  const request = grants.redeemCode(form.get('code') ?? '');
  if (request === undefined || request.clientId !== clientId) {
    return oauthFailure(400, 'invalid_grant', 'Malformed auth code.');
  }
  if (form.get('redirect_uri') !== request.redirectUri) {
    return oauthFailure(400, 'redirect_uri_mismatch', 'Bad Request');
  }
  const mismatch = checkVerifier(request, form.get('code_verifier'));
  if (mismatch !== undefined) {
    return oauthFailure(400, 'invalid_grant', mismatch);
  }
  const grant = grants.createGrant(request);
  return tokens(grants, grant, grant.refreshToken);
}

function refresh({ grants, clientId }: TokenContext, form: URLSearchParams): SandboxResponse {
  const grant = grants.findByRefreshToken(form.get('refresh_token') ?? '');
  if (grant === undefined || grant.clientId !== clientId) {
    return oauthFailure(400, 'invalid_grant', 'Token has been expired or revoked.');
  }
  return tokens(grants, grant, undefined);
}

function tokens(
  grants: GrantStore,
  grant: Grant,
  refreshToken: string | undefined,
): SandboxResponse {
  return json({
    access_token: grants.issueAccessToken(grant),
    expires_in: accessTokenLifeSeconds,
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    scope: grant.scope,
    token_type: 'Bearer',
  });
}

/** The client names itself in the form or with HTTP Basic. */
function isClient(
  { clientId, clientSecret }: TokenContext,
  request: SandboxRequest,
  form: URLSearchParams,
): boolean {
  const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (basic !== undefined) {
    return Buffer.from(basic, 'base64').toString('utf8') === `${clientId}:${clientSecret}`;
  }
  return form.get('client_id') === clientId && form.get('client_secret') === clientSecret;
}

function checkVerifier({ challenge }: CodeRequest, verifier: string | null): string | undefined {
  if (challenge === undefined) {
    return verifier === null ? undefined : 'code_verifier or verifier is not needed.';
  }
  if (verifier === null) {
    return 'Missing code verifier.';
  }
  const hashed =
    challenge.method === 'plain'
      ? verifier
      : createHash('sha256').update(verifier).digest('base64url');
  return hashed === challenge.value ? undefined : 'Invalid code verifier.';
}
