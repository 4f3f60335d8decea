import type { StandIn } from '../http/exchange.ts';
import { withRetryAfter } from '../http/exchange.ts';
import { googleFailure } from '../google/google-error.ts';
import { decide, showConsent } from './authorize.ts';
import type { AuthorizeContext } from './authorize.ts';
import type { TokenContext } from './token.ts';
import { issueToken, oauthFailure, revokeToken } from './token.ts';
import type { UserInfoContext } from './user-info.ts';
import { tokenInfo, userInfoVersion2, userInfoVersion3 } from './user-info.ts';

export type GoogleOAuthContext = AuthorizeContext & TokenContext & UserInfoContext;

/** Sign-in and consent: what `google-auth-library` calls. */
export function googleOAuth(context: GoogleOAuthContext): StandIn {
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
    // The token endpoint words its failures as RFC 6749 does: the error's name alone.
    failure: ({ status, reason, retryAfter }) =>
      withRetryAfter(
        oauthFailure(status, reason ?? (status >= 500 ? 'internal_failure' : 'invalid_request')),
        retryAfter,
      ),
  };
}

/** Who has signed in. Its failures have the shape of Google's other APIs. */
export function googleUserInfo(context: UserInfoContext): StandIn {
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
