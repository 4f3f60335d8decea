import type { EndpointResponse } from '@repo/contract/endpoints';
import { limits } from '@repo/contract/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiRequestOrThrow } from '../../lib/api/api-request.ts';
import { hasFeature } from '../../lib/features.ts';
import { useDebouncedValue } from '../../lib/hooks/use-debounced-value.ts';

export type Preview = EndpointResponse<'POST /api/accounts/preview'>;

/** How often a count that still goes on is asked for. */
const POLL_MS = 1_000;
/** Of several domains picked one after the other, the last one asks. */
const SETTLE_MS = 300;

/**
 * What an import of the picked domains would bring, as far as the server has counted it. Undefined
 * while nothing is picked, and from a server that cannot tell.
 */
export function useImportPreview(picked: readonly string[]): Preview | undefined {
  const domains = useDebouncedValue(picked.slice(0, limits.domainsPerPreview).join(' '), SETTLE_MS);
  const { data } = useQuery({
    queryKey: ['import-wizard', 'preview', domains],
    queryFn: ({ signal }) =>
      apiRequestOrThrow('POST /api/accounts/preview', {
        body: { domains: domains.split(' ') },
        signal,
      }),
    enabled: domains !== '' && hasFeature('import-preview'),
    placeholderData: keepPreviousData,
    staleTime: ({ state }) => (state.data?.state === 'done' ? Infinity : 0),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false),
  });
  return domains === '' ? undefined : data;
}
