import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { Spinner } from '../../ui/spinner.tsx';
import { OAUTH_ERROR, OAUTH_SUCCESS, PROVIDER } from './oauth-parameters.ts';

const INTEGRATIONS_PATH = '/integrations';

/** Where a provider's consent ends; goes on to the integrations at once. */
export function OauthReturn({ search }: { search: URLSearchParams }) {
  const navigate = useNavigate();
  const target = integrationsAddress(search);
  useEffect(() => void navigate(target, { replace: true }), [navigate, target]);
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 pt-[max(2rem,24dvh)] text-center">
      <Spinner className="mb-3 text-muted" />
      <h1 className="text-body font-semibold">Processing...</h1>
      <p className="mt-1 text-muted">Redirecting to integrations page...</p>
    </main>
  );
}

/** The integrations page, told in its own parameters what the provider's answer was. */
export function integrationsAddress(search: URLSearchParams): string {
  const target = new URLSearchParams();
  const error = search.get('error');
  if (search.get('success') === 'true') target.set(OAUTH_SUCCESS, 'true');
  else target.set(OAUTH_ERROR, error || 'Invalid response from authentication service');
  const provider = search.get('provider');
  if (provider) target.set(PROVIDER, provider);
  return `${INTEGRATIONS_PATH}?${target}`;
}
