import { OAuth2Client } from 'google-auth-library';
import {
  type GoogleSettings,
  googleRequestTimeout,
  maxGoogleResponseBytes,
} from './google-settings.ts';

/** Google's own OAuth client, aimed at the stand-in where there is one. */
export function createGoogleClient(
  { clientId, clientSecret, rootUrl }: GoogleSettings,
  redirectUri?: string,
): OAuth2Client {
  return new OAuth2Client({
    clientId,
    clientSecret,
    transporterOptions: {
      timeout: googleRequestTimeout,
      maxContentLength: maxGoogleResponseBytes,
      // What bounds the bytes; the library derives it only from the options of a single request.
      size: maxGoogleResponseBytes,
    },
    ...(redirectUri !== undefined && { redirectUri }),
    ...(rootUrl !== undefined && {
      endpoints: {
        oauth2AuthBaseUrl: `${rootUrl}/o/oauth2/v2/auth`,
        oauth2TokenUrl: `${rootUrl}/token`,
        oauth2RevokeUrl: `${rootUrl}/revoke`,
      },
    }),
  });
}
