import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { toast } from '../../ui/feedback/toast.ts';
import { OAUTH_ERROR, OAUTH_SUCCESS, PROVIDER } from './oauth-parameters.ts';
import { findProvider } from './provider-catalogue.ts';

/** Tells how the return from a provider ended, and then cleans the address; once. */
export function useOauthReturn(): void {
  const [search, setSearch] = useSearchParams();
  const announced = useRef(false);
  const provider = search.get(PROVIDER);
  const error = search.get(OAUTH_ERROR);
  const succeeded = search.get(OAUTH_SUCCESS) === 'true';

  useEffect(() => {
    if (announced.current || (!succeeded && error === null)) return;
    announced.current = true;
    const name = findProvider(provider)?.name ?? 'Your';
    if (error === null) toast.success(`${name} account successfully connected!`);
    else toast.error(`${name} account was not connected`, { description: error });
    setSearch({}, { replace: true });
  }, [succeeded, error, provider, setSearch]);
}
