import { type StandIn, withRetryAfter, json } from '../http/exchange.ts';
import { googleFailure } from '../google/google-error.ts';
import { decide, showConsent, type AuthorizeContext } from './authorize.ts';
import type { StandInModule } from '../stand-in.ts';
import { grantsSchema, type GrantStore } from './grant-store.ts';
import { type TokenContext, issueToken, oauthFailure, revokeToken } from './token.ts';
import {
  type UserInfoContext,
  tokenInfo,
  userInfoVersion2,
  userInfoVersion3,
} from './user-info.ts';
import type { OwnerStore } from '../owners/owner-store.ts';
import { requireOwner } from '../owners/require-owner.ts';

/** Google's sign-in and consent, as far as `google-auth-library` uses them. */
export const googleOAuthStandIn: StandInModule = {
  schema: grantsSchema,
  start: (core) => ({
    standIns: [
      googleOAuth(core),
      googleUserInfo(core),
      googleOAuthControl(core.owners, core.grants),
    ],
  }),
};

function googleOAuth(context: AuthorizeContext & TokenContext & UserInfoContext): StandIn {
  return {
    routes: [
      {
        method: 'GET',
        path: '/o/oauth2/v2/auth',
        handle: (request) => showConsent(context, request),
      },
      { method: 'POST', path: '/o/oauth2/v2/auth', handle: (request) => decide(context, request) },
      { method: 'POST', path: '/token', handle: (request) => issueToken(context, request) },
      { method: 'POST', path: '/revoke', handle: (request) => revokeToken(context, request) },
      { method: 'GET', path: '/tokeninfo', handle: (request) => tokenInfo(context, request) },
      { method: 'POST', path: '/tokeninfo', handle: (request) => tokenInfo(context, request) },
    ],
    // RFC 6749: the error's name alone.
    failure: ({ status, reason, retryAfter }) =>
      withRetryAfter(
        oauthFailure(status, reason ?? (status >= 500 ? 'internal_failure' : 'invalid_request')),
        retryAfter,
      ),
  };
}

/** Its failures have the form of Google's other APIs. */
function googleUserInfo(context: UserInfoContext): StandIn {
  return {
    routes: [
      {
        method: 'GET',
        path: '/oauth2/v2/userinfo',
        handle: (request) => userInfoVersion2(context, request),
      },
      {
        method: 'GET',
        path: '/oauth2/v3/userinfo',
        handle: (request) => userInfoVersion3(context, request),
      },
    ],
    failure: googleFailure,
  };
}

/** `/sandbox/google-oauth`: expires a user's access tokens, or revokes their grants. */
function googleOAuthControl(owners: OwnerStore, grants: GrantStore): StandIn {
  return {
    routes: [
      {
        method: 'POST',
        path: '/sandbox/google-oauth/:address/expire-access-tokens',
        handle: (request) =>
          json({ expired: grants.expireAccessTokens(requireOwner(owners, request).id) }),
      },
      {
        method: 'POST',
        path: '/sandbox/google-oauth/:address/revoke-grants',
        handle: (request) => json({ revoked: grants.revokeAll(requireOwner(owners, request).id) }),
      },
    ],
  };
}
