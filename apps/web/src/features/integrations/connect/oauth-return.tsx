import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { integrationsAddress } from './oauth-parameters.ts';
import { storeConfirmation, readReturnedConfirmation } from './pending-confirmation.ts';
import { ReturnScreen } from './return-screen.tsx';

type Props = {
  search: URLSearchParams;
  /** Confirms a connection; only for signed-in users. */
  confirmPath: string;
};

/**
 * The page that a provider's consent returns to. Redirects to the integrations at once, or, where the server has
 * the connection confirmed by the user who began it, to that: the value is taken out of the
 * address, so that neither the history nor a log gets it again.
 */
export function OauthReturn({ search, confirmPath }: Props) {
  const navigate = useNavigate();
  const target = targetOf(search, confirmPath);
  useEffect(() => {
    const returned = readReturnedConfirmation(search);
    if (returned !== undefined) storeConfirmation(returned);
    void navigate(target, { replace: true });
  }, [navigate, search, target]);
  return <ReturnScreen />;
}

function targetOf(search: URLSearchParams, confirmPath: string): string {
  if (readReturnedConfirmation(search) !== undefined) return confirmPath;
  const isUnusable = search.get('success') === 'true' && (search.get('confirm') ?? '') !== '';
  if (!isUnusable) return integrationsAddress(search);
  // Nothing is connected before it is confirmed, so this is no success.
  const rest = new URLSearchParams(search);
  rest.delete('success');
  return integrationsAddress(rest);
}
