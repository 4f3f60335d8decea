import type { SandboxResponse, SandboxRequest } from '../http/exchange.ts';
import { json } from '../http/exchange.ts';
import type { OwnerStore } from '../owners/owner-store.ts';
import { oauthFailure } from './token.ts';
import type { GrantStore } from './grant-store.ts';
import type { BearerAccess } from './require-access.ts';
import { findAccess, requireAccess, requireScope } from './require-access.ts';

export interface UserInfoContext {
  grants: GrantStore;
  owners: OwnerStore;
  now: () => number;
}

const userinfo = 'https://www.googleapis.com/auth/userinfo';
const emailScopes = ['email', `${userinfo}.email`];
const profileScopes = ['profile', `${userinfo}.profile`];

/**
 * `GET /oauth2/v2/userinfo`: the email address and the name only as far as their scopes were
 * granted.
 */
export function userInfoVersion2(
  { grants, owners }: UserInfoContext,
  request: SandboxRequest,
): SandboxResponse {
  return identity(requireIdentity(grants, owners, request), 'id', 'verified_email');
}

/** `GET /oauth2/v3/userinfo`: the same in OpenID Connect's names. */
export function userInfoVersion3(
  { grants, owners }: UserInfoContext,
  request: SandboxRequest,
): SandboxResponse {
  return identity(requireIdentity(grants, owners, request), 'sub', 'email_verified');
}

function identity(access: BearerAccess, subjectField: string, verifiedField: string) {
  const { id, address, name } = access.person;
  return json({
    [subjectField]: subject(id),
    ...(has(access, emailScopes) ? { email: address, [verifiedField]: true } : {}),
    ...(has(access, profileScopes) ? { name } : {}),
  });
}

/** `/tokeninfo`: what an access token is good for, and for how many seconds more. */
export function tokenInfo(
  { grants, owners, now }: UserInfoContext,
  request: SandboxRequest,
): SandboxResponse {
  const access = findAccess(grants, owners, request);
  if (access === undefined) return oauthFailure(400, 'invalid_token', 'Invalid Value');
  return json({
    azp: access.clientId,
    aud: access.clientId,
    sub: subject(access.person.id),
    scope: access.scope,
    exp: String(Math.floor(access.expiresAt / 1000)),
    expires_in: Math.floor((access.expiresAt - now()) / 1000),
    email: access.person.address,
    email_verified: 'true',
  });
}

function requireIdentity(
  grants: GrantStore,
  owners: OwnerStore,
  request: SandboxRequest,
): BearerAccess {
  const access = requireAccess(grants, owners, request);
  requireScope(access, ['openid', ...emailScopes, ...profileScopes]);
  return access;
}

function has(access: BearerAccess, scopes: readonly string[]): boolean {
  return scopes.some((scope) => access.scopes.has(scope));
}

/** Google's subjects are decimal strings of 21 digits. */
function subject(id: number): string {
  return `1${String(id).padStart(20, '0')}`;
}
