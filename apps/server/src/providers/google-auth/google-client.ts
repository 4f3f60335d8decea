import { OAuth2Client } from 'google-auth-library';
import {
  type GoogleSettings,
  googleAddresses,
  googleRequestTimeout,
  maxGoogleResponseBytes,
} from './google-settings.ts';

/** Google's own OAuth client, directed to the stand-in if there is one. */
export function createGoogleClient(settings: GoogleSettings, redirectUri?: string): OAuth2Client {
  const { clientId, clientSecret } = settings;
  const { authorization, token, revocation } = googleAddresses(settings);
  return new OAuth2Client({
    clientId,
    clientSecret,
    transporterOptions: {
      timeout: googleRequestTimeout,
      maxContentLength: maxGoogleResponseBytes,
      // Limits the response size; the library derives the limit only from the options of a single
      // request.
      size: maxGoogleResponseBytes,
      // The APIs have no redirects, and the target of one would not be the trusted server.
      redirect: 'error',
    },
    ...(redirectUri !== undefined && { redirectUri }),
    endpoints: {
      oauth2AuthBaseUrl: authorization,
      oauth2TokenUrl: token,
      oauth2RevokeUrl: revocation,
    },
  });
}
