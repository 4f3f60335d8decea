import type { EndpointResponse } from '@repo/contract/endpoints';
import { useQuery } from '@tanstack/react-query';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { useDebouncedValue } from '#lib/hooks/use-debounced-value.ts';

export type FoundServer = NonNullable<
  EndpointResponse<'POST /api/integrations/{provider}/find-server'>['found']
>;

/** While an address is typed, its server is not searched for. */
const TYPING_MS = 500;

export type ServerSearch =
  | { state: 'idle' }
  | { state: 'searching' }
  /** `found` is null when no settings are published, or the search failed. */
  | { state: 'done'; found: FoundServer | null };

/** Searches for the server that an address belongs to, once the address is complete. */
export function useFoundServer(provider: string, typed: string): ServerSearch {
  const address = typed.trim();
  const settled = useDebouncedValue(address, TYPING_MS);
  const isComplete = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(address);
  const { data, isError } = useQuery({
    queryKey: ['found-server', provider, domainOf(settled)],
    queryFn: ({ signal }) =>
      apiRequestOrThrow('POST /api/integrations/{provider}/find-server', {
        params: { provider },
        body: { address: settled },
        signal,
      }),
    enabled: isComplete && settled === address,
    staleTime: Infinity,
    retry: false,
  });
  if (!isComplete) return { state: 'idle' };
  if (settled !== address) return { state: 'searching' };
  if (isError) return { state: 'done', found: null };
  // A response in another form is ignored.
  return data === undefined ? { state: 'searching' } : { state: 'done', found: data.found ?? null };
}

export const domainOf = (address: string): string =>
  address
    .slice(address.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
