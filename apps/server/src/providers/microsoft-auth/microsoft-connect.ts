import { createHash } from 'node:crypto';
import { z } from 'zod';
import type {
  AuthorizationRequest,
  Grant,
  OAuthConnect,
} from '#modules/integrations/provider/connect-methods.ts';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import { createMailboxLimits } from './mailbox-limits.ts';
import { openGraphSession } from './graph-session.ts';
import { toProviderError, wordedFor } from './microsoft-failure.ts';
import { type MicrosoftSettings, oauthAddress } from './microsoft-settings.ts';
import { explainSignIn } from './sign-in-errors.ts';
import { type MicrosoftTokens, requestTokens } from './request-tokens.ts';

/** `User.Read` reveals the address that signed in; `offline_access` makes access last. */
const basicScopes = ['openid', 'profile', 'offline_access', 'User.Read'];

export interface MicrosoftConnectOptions {
  settings: MicrosoftSettings;
  /** Display name: 'Microsoft 365 Mail'. */
  service: string;
  scope: string;
  /** A path that only succeeds when the account has what the service reads. */
  probe: string;
}

/**
 * Microsoft's code flow with PKCE (https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow).
 * Consent is not forced: that fails where an administrator consented for all users.
 */
export function createMicrosoftConnect(options: MicrosoftConnectOptions): OAuthConnect {
  const { settings, service, scope } = options;
  return {
    kind: 'oauth',
    grantor: 'microsoft',
    authorizationUrl({ state, codeVerifier, redirectUri }) {
      const url = new URL(oauthAddress(settings, 'authorize'));
      url.search = new URLSearchParams({
        client_id: settings.clientId,
        response_type: 'code',
        response_mode: 'query',
        redirect_uri: redirectUri,
        scope: [...basicScopes, scope].join(' '),
        state,
        code_challenge_method: 'S256',
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        // People are signed in with several accounts.
        prompt: 'select_account',
      }).toString();
      return url.href;
    },
    approval: {
      isNeeded: ({ error, description }) =>
        explainSignIn(error, description)?.needsApproval === true,
      url({ state, redirectUri }) {
        const url = new URL(
          `${settings.signInUrl}/${encodeURIComponent(settings.tenant)}/v2.0/adminconsent`,
        );
        url.search = new URLSearchParams({
          client_id: settings.clientId,
          scope: [...basicScopes, scope].map((name) => qualified(settings, name)).join(' '),
          redirect_uri: redirectUri,
          state,
        }).toString();
        return url.href;
      },
    },
    exchange: (code, request) => exchange(code, request, options).catch(unlessExpired(service)),
    // Microsoft has no endpoint that revokes one grant: the only one signs the user out everywhere. The
    // credentials are deleted here; users remove the application at https://myapps.microsoft.com.
    revoke: async () => {},
  };
}

async function exchange(
  code: string,
  { codeVerifier, redirectUri }: AuthorizationRequest,
  { settings, service, scope, probe }: MicrosoftConnectOptions,
): Promise<Grant> {
  const worded = wordedFor(service);
  const tokens = await worded(() =>
    requestTokens(settings, {
      grant_type: 'authorization_code',
      code,
      code_verifier: codeVerifier,
      redirect_uri: redirectUri,
    }),
  );
  if (!grantsScope(tokens.scope, scope)) {
    throw new ProviderError('permanent', `Access to ${service} was not granted.`);
  }
  if (tokens.refresh_token === undefined) {
    throw new ProviderError('permanent', `Microsoft granted ${service} only for the next hour.`);
  }
  const credentials = {
    access_token: tokens.access_token,
    refresh_token: tokens.refresh_token,
    expires_at: tokens.expires_at,
    scope: tokens.scope,
  } satisfies MicrosoftTokens;
  const graph = openGraphSession(
    settings,
    {
      credentials,
      saveCredentials: () => {},
      ownerId: '',
      source: '',
      spendRequest: async () => {},
      signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS),
    },
    createMailboxLimits()(''),
  );
  const user = await worded(() => graph.get({ path: '/me?$select=mail,userPrincipalName' }));
  await worded(() => graph.get({ path: probe }));
  return { credentials, source: addressOf(user) };
}

/** Scopes of Graph, unlike those of the sign-in, belong to its address. */
const qualified = ({ graphUrl }: MicrosoftSettings, scope: string): string =>
  scope.includes('.') ? `${graphUrl}/${scope}` : scope;

const CONNECT_TIMEOUT_MS = 60_000;

/** Scopes may come with the address of the resource: `https://graph.microsoft.com/Mail.Read`. */
const grantsScope = (granted: string, wanted: string): boolean =>
  granted.split(/\s+/).some((scope) => scope === wanted || scope.endsWith(`/${wanted}`));

const user = z.object({
  mail: z.email().max(320).nullish().catch(null),
  userPrincipalName: z.string().max(320).catch(''),
});

/** The address that signed in. */
function addressOf(answer: unknown): string {
  const { mail, userPrincipalName } = user.parse(answer);
  const address = (mail ?? userPrincipalName).toLowerCase();
  if (address !== '') return address;
  throw new ProviderError('permanent', 'Microsoft did not say who signed in.');
}

/** Before there is a grant, an expired one is a refusal like others, which says its reason. */
const unlessExpired = (service: string) => (cause: unknown) => {
  const error = toProviderError(cause, service);
  if (error.kind !== 'reauthorize') throw error;
  throw new ProviderError('permanent', error.message, { cause });
};
