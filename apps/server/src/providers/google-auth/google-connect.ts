import { createHash } from 'node:crypto';
import { CodeChallengeMethod, type OAuth2Client } from 'google-auth-library';
import type {
  AuthorizationRequest,
  Grant,
  OAuthConnect,
} from '#modules/integrations/provider/connect-methods.ts';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import { createGoogleClient } from './google-client.ts';
import { wordedFor } from './google-failure.ts';
import { type GoogleSettings, googleAddresses, googleRequestTimeout } from './google-settings.ts';

/** The scope that reveals the address that signed in. */
const identityScopes = ['openid', 'email'];

export interface GoogleConnectOptions {
  settings: GoogleSettings;
  /** Display name: 'Gmail'. */
  service: string;
  /** The scope that the service needs. */
  scope: string;
  /** The scope that is enough where no texts are captured. */
  scopeWithoutText?: string;
}

/**
 * Google's code flow with PKCE
 * (https://developers.google.com/identity/protocols/oauth2/web-server). Consent is requested every
 * time: only then does Google always issue a refresh token.
 */
export function createGoogleConnect({
  settings,
  service,
  scope,
  scopeWithoutText = scope,
}: GoogleConnectOptions): OAuthConnect {
  const worded = wordedFor(service);
  const scopeOf = ({ withoutText }: AuthorizationRequest) =>
    withoutText === true ? scopeWithoutText : scope;
  return {
    kind: 'oauth',
    grantor: 'google',
    authorizationUrl: (request) =>
      createGoogleClient(settings, request.redirectUri).generateAuthUrl({
        access_type: 'offline',
        prompt: 'consent',
        scope: [...identityScopes, scopeOf(request)],
        state: request.state,
        code_challenge_method: CodeChallengeMethod.S256,
        code_challenge: createHash('sha256').update(request.codeVerifier).digest('base64url'),
      }),
    exchange: (code, request) =>
      worded(() => exchange(code, request, { settings, service, scope: scopeOf(request) })),
    async revoke(credentials, signal) {
      const { refresh_token: token } = credentials;
      if (typeof token !== 'string') return;
      const client = createGoogleClient(settings);
      await worded(() =>
        client.transporter.request({
          url: withoutQuery(client.getRevokeTokenURL(token)),
          method: 'POST',
          // Not in the URL, which is written to logs.
          data: new URLSearchParams({ token }),
          signal,
          retry: false,
        }),
      );
    },
  };
}

const withoutQuery = ({ origin, pathname }: URL): string => `${origin}${pathname}`;

async function exchange(
  code: string,
  { codeVerifier, redirectUri }: AuthorizationRequest,
  { settings, service, scope }: GoogleConnectOptions,
): Promise<Grant> {
  const client = createGoogleClient(settings, redirectUri);
  const { tokens } = await client.getToken({ code, codeVerifier });
  // The consent page lets users deselect scopes.
  if (tokens.scope !== undefined && !tokens.scope.split(' ').includes(scope)) {
    throw new ProviderError(
      'permanent',
      `Access to ${service} was not granted in the consent screen.`,
    );
  }
  if (!tokens.refresh_token) {
    throw new ProviderError('permanent', `Google granted ${service} only for the next hour.`);
  }
  client.setCredentials(tokens);
  return {
    credentials: { ...tokens, id_token: undefined },
    source: await emailOf(client, settings),
  };
}

/** The address that signed in. */
async function emailOf(client: OAuth2Client, settings: GoogleSettings): Promise<string> {
  const { data } = await client.request<{ email?: string }>({
    url: googleAddresses(settings).userInfo,
    timeout: googleRequestTimeout,
  });
  if (!data.email) throw new ProviderError('permanent', 'Google did not say who signed in.');
  return data.email.toLowerCase();
}
