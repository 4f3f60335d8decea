/** The application as it is registered at Google, and Google's URLs. */
export interface GoogleSettings {
  clientId: string;
  clientSecret: string;
  /** A stand-in for all of Google, with Google's own paths; undefined for Google itself. */
  rootUrl: string | undefined;
  /** Full URLs of single endpoints, which override `rootUrl`. */
  authorizationUrl?: string | undefined;
  tokenUrl?: string | undefined;
  revocationUrl?: string | undefined;
  /** The root URL of Gmail, Calendar and userinfo, which overrides `rootUrl`. */
  apiUrl?: string | undefined;
}

export interface GoogleAddresses {
  authorization: string;
  token: string;
  revocation: string;
  userInfo: string;
  /** Undefined for endpoints that Google's client libraries know. */
  api: string | undefined;
}

export const googleRequestTimeout = 60_000;

/**
 * Maximum size of a response in bytes after decompression: a page of 2,500 events without their
 * texts has 1 MB, one of 250 events with the longest texts and guest lists 20 MB.
 */
export const maxGoogleResponseBytes = 32 * 1024 * 1024;
/** The limit for a whole email: Gmail accepts 50 MB, which is returned as base64. */
export const maxMailResponseBytes = 80 * 1024 * 1024;

/** The URL of each endpoint of Google, or of its stand-in. */
export function googleAddresses(settings: GoogleSettings): GoogleAddresses {
  const { rootUrl, authorizationUrl, tokenUrl, revocationUrl } = settings;
  const api = settings.apiUrl ?? rootUrl;
  // https://accounts.google.com/.well-known/openid-configuration
  const [accounts, oauth2] = ['https://accounts.google.com', 'https://oauth2.googleapis.com'];
  return {
    authorization: authorizationUrl ?? `${rootUrl ?? accounts}/o/oauth2/v2/auth`,
    token: tokenUrl ?? `${rootUrl ?? oauth2}/token`,
    revocation: revocationUrl ?? `${rootUrl ?? oauth2}/revoke`,
    userInfo: `${api ?? 'https://www.googleapis.com'}/oauth2/v2/userinfo`,
    api,
  };
}
