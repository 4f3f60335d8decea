const INTEGRATIONS_PATH = '/integrations';

/** The parameters of the integrations page that report the return from a provider. */
export const OAUTH_SUCCESS = 'oauth_success';
export const OAUTH_ERROR = 'oauth_error';
export const PROVIDER = 'provider';
/** The parameter that reports what an administrator answered. */
export const APPROVED = 'approved';

/** The address of the integrations page with the provider's response as parameters. */
export function integrationsAddress(search: URLSearchParams): string {
  const target = new URLSearchParams();
  const error = search.get('error');
  if (search.get('success') === 'true') target.set(OAUTH_SUCCESS, 'true');
  else target.set(OAUTH_ERROR, error || 'Invalid response from authentication service');
  const provider = search.get('provider');
  if (provider) target.set(PROVIDER, provider);
  return `${INTEGRATIONS_PATH}?${target}`;
}
