import { createHash } from 'node:crypto';
import type { Grant } from '../google-oauth/grant-store.ts';
import { accessTokenLifeSeconds } from '../google-oauth/grant-store.ts';
import {
  type Failure,
  json,
  type SandboxRequest,
  type SandboxResponse,
  withRetryAfter,
} from '../http/exchange.ts';
import type { GraphContext } from './graph-context.ts';

/** The OAuth error of a code of Microsoft's sign-in. */
const oauthErrors: Record<string, string> = {
  AADSTS7000215: 'invalid_client',
  AADSTS7000222: 'invalid_client',
  AADSTS700016: 'unauthorized_client',
  AADSTS65001: 'invalid_grant',
  AADSTS90033: 'temporarily_unavailable',
};

/** An injected failure; its reason is a code such as `AADSTS7000222`, or an OAuth error. */
export function tokenFailure({ status, reason, message, retryAfter }: Failure): SandboxResponse {
  const code = reason?.startsWith('AADSTS') === true ? reason : undefined;
  const error = code === undefined ? reason : (oauthErrors[code] ?? 'invalid_grant');
  const usual = status >= 500 ? 'temporarily_unavailable' : 'invalid_request';
  const text = message ?? `${code ?? 'AADSTS90033'}: A failure of the sandbox.`;
  return withRetryAfter(oauthFailure(status, error ?? usual, text), retryAfter);
}

/** `POST /{tenant}/oauth2/v2.0/token` */
export function issueMicrosoftToken(
  { grants, clientId, clientSecret }: GraphContext,
  { body }: SandboxRequest,
): SandboxResponse {
  const form = new URLSearchParams(body.toString('utf8'));
  if (form.get('client_id') !== clientId) {
    return oauthFailure(
      400,
      'unauthorized_client',
      'AADSTS700016: Application was not found in the directory.',
    );
  }
  if (form.get('client_secret') !== clientSecret) {
    return oauthFailure(401, 'invalid_client', 'AADSTS7000215: Invalid client secret provided.');
  }
  if (form.get('grant_type') === 'refresh_token') {
    const grant = grants.findByRefreshToken(form.get('refresh_token') ?? '');
    if (grant === undefined) {
      return oauthFailure(
        400,
        'invalid_grant',
        'AADSTS700082: The refresh token has expired or was revoked.',
      );
    }
    // A new refresh token each time; the one before stays valid.
    const { owner, scope } = grant;
    const request = { owner, clientId, scope, redirectUri: '', offline: true };
    return tokens(grants, grants.createGrant({ ...request, challenge: undefined }));
  }
  const request = grants.redeemCode(form.get('code') ?? '');
  const verifier = form.get('code_verifier') ?? '';
  const hashed = createHash('sha256').update(verifier).digest('base64url');
  if (
    request === undefined ||
    request.redirectUri !== form.get('redirect_uri') ||
    (request.challenge !== undefined && request.challenge.value !== hashed)
  ) {
    return oauthFailure(400, 'invalid_grant', 'AADSTS54005: The code was already redeemed.');
  }
  return tokens(grants, grants.createGrant(request));
}

function tokens(grants: GraphContext['grants'], grant: Grant): SandboxResponse {
  return json({
    token_type: 'Bearer',
    scope: grant.scope
      .split(/\s+/)
      .filter((scope) => scope !== 'offline_access')
      .join(' '),
    expires_in: accessTokenLifeSeconds,
    ext_expires_in: accessTokenLifeSeconds,
    access_token: grants.issueAccessToken(grant),
    ...(grant.refreshToken !== undefined && { refresh_token: grant.refreshToken }),
  });
}

function oauthFailure(status: number, error: string, description: string): SandboxResponse {
  const code = Number(/^AADSTS(\d+)/.exec(description)?.[1] ?? 0);
  return json(
    {
      error,
      error_description: `${description} Trace ID: 0 Correlation ID: 0`,
      error_codes: [code],
      timestamp: new Date().toISOString(),
      trace_id: '0',
      correlation_id: '0',
    },
    status,
  );
}
