import type { OAuth2Client } from 'google-auth-library';
import type { ProviderSession } from '#modules/integrations/provider.ts';
import { createGoogleClient } from './google-client.ts';
import { isAccessRefused } from './google-failure.ts';
import type { GoogleSettings } from './google-settings.ts';

export interface GoogleSession {
  /** The `auth` option of Google's API libraries. */
  auth: OAuth2Client;
  /** Sends a request, and retries it with a new access token if the current one is refused. */
  authorized: <T>(request: () => Promise<T>) => Promise<T>;
}

/** Opens a grant. The library refreshes the access token when it expires after an hour. */
export function openGoogleSession(
  settings: GoogleSettings,
  { credentials, saveCredentials }: ProviderSession,
): GoogleSession {
  const auth = createGoogleClient(settings);
  auth.setCredentials(credentials);
  // Google may issue a new refresh token as well; whatever is missing remains unchanged.
  auth.on('tokens', () => saveCredentials({ ...auth.credentials, id_token: undefined }));
  return {
    auth,
    async authorized(request) {
      const used = auth.credentials.access_token;
      try {
        return await request();
      } catch (error) {
        if (!isAccessRefused(error)) throw error;
        // An access token can be revoked early; another request may have refreshed it by now.
        if (auth.credentials.access_token === used) {
          auth.setCredentials({ ...auth.credentials, expiry_date: 1 });
        }
        return await request();
      }
    },
  };
}
