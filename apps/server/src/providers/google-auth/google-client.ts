import { OAuth2Client } from 'google-auth-library';
import {
  type GoogleSettings,
  googleAddresses,
  googleRequestTimeout,
  maxGoogleResponseBytes,
} from './google-settings.ts';

/** Google's own OAuth client, aimed at the stand-in where there is one. */
export function createGoogleClient(settings: GoogleSettings, redirectUri?: string): OAuth2Client {
  const { clientId, clientSecret } = settings;
  const { authorization, token, revocation } = googleAddresses(settings);
  return new OAuth2Client({
    clientId,
    clientSecret,
    transporterOptions: {
      timeout: googleRequestTimeout,
      maxContentLength: maxGoogleResponseBytes,
      // What bounds the bytes; the library derives it only from the options of a single request.
      size: maxGoogleResponseBytes,
      // The APIs have no redirects; the machine that one names is not the one that was trusted.
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
