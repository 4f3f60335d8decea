import type { OAuth2Client } from 'google-auth-library';
import type { ProviderSession } from '../../modules/integrations/provider.ts';
import { createGoogleClient } from './google-client.ts';
import { isAccessRefused } from './google-failure.ts';
import type { GoogleSettings } from './google-settings.ts';

export interface GoogleSession {
  /** What Google's API libraries take as `auth`. */
  auth: OAuth2Client;
  /** Makes a request, once more with a fresh access token when the one at hand is refused. */
  authorized: <T>(request: () => Promise<T>) => Promise<T>;
}

/** Opens a grant again. The library refreshes the access token when its hour is over. */
export function openGoogleSession(
  settings: GoogleSettings,
  { credentials, saveCredentials }: ProviderSession,
): GoogleSession {
  const auth = createGoogleClient(settings);
  auth.setCredentials(credentials);
  // Google may hand out a new refresh token as well; whatever is missing stays as it was.
  auth.on('tokens', () => saveCredentials({ ...auth.credentials, id_token: undefined }));
  return {
    auth,
    async authorized(request) {
      const used = auth.credentials.access_token;
      try {
        return await request();
      } catch (error) {
        if (!isAccessRefused(error)) throw error;
        // An access token can be revoked before its time; that of others may be a new one by
        // now.
        if (auth.credentials.access_token === used) {
          auth.setCredentials({ ...auth.credentials, expiry_date: 1 });
        }
        return await request();
      }
    },
  };
}
