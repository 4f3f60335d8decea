import type { ProviderDescriptor } from '@repo/contract/providers';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { toast } from '#ui/feedback/toast.ts';
import { OAUTH_ERROR, OAUTH_SUCCESS, PROVIDER } from './oauth-parameters.ts';
import { findProvider } from '#lib/integrations/read-providers.ts';
import { specifiedProviders } from '#lib/integrations/specified-providers.ts';

type Options = {
  /** The providers will not be known for now. */
  hasFailed: boolean;
  /** Navigates to another page after a mailbox was connected. */
  onMailboxConnected?: (() => void) | undefined;
};

/**
 * Reports the outcome of the return from a provider, and then cleans the address or continues; once.
 *
 * @param providers the server's providers; undefined while they are not known.
 */
export function useOauthReturn(
  providers: readonly ProviderDescriptor[] | undefined,
  { hasFailed, onMailboxConnected }: Options,
): void {
  const [search, setSearch] = useSearchParams();
  const announced = useRef(false);
  const provider = search.get(PROVIDER);
  const error = search.get(OAUTH_ERROR);
  const succeeded = search.get(OAUTH_SUCCESS) === 'true';

  useEffect(() => {
    if (announced.current || (!succeeded && error === null)) return;
    const known = findProvider([...specifiedProviders, ...(providers ?? [])], provider);
    // The name of another provider comes with the list.
    const isComing = provider !== null && providers === undefined && !hasFailed;
    if (known === undefined && isComing) return;
    announced.current = true;
    const name = known?.name ?? 'Your';
    if (error === null) toast.success(`${name} account successfully connected!`);
    else toast.error(`${name} account was not connected`, { description: error });
    if (error === null && known?.kind === 'mail' && onMailboxConnected) onMailboxConnected();
    else setSearch({}, { replace: true });
  }, [succeeded, error, provider, providers, hasFailed, onMailboxConnected, setSearch]);
}
