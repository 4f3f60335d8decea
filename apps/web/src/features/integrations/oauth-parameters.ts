/** What the integrations page is told in its address about the return from a provider. */
export const OAUTH_SUCCESS = 'oauth_success';
export const OAUTH_ERROR = 'oauth_error';
export const PROVIDER = 'provider';
