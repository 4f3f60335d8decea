import type { EndpointResponse } from '@repo/contract/endpoints';
import { limits } from '@repo/contract/page-limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { isFullServer } from '#lib/server-level.ts';
import { useDebouncedValue } from '#lib/hooks/use-debounced-value.ts';

export type Preview = EndpointResponse<'POST /api/accounts/preview'>;

/** The interval at which a running count is polled. */
const POLL_MS = 1_000;
/** Several domains selected in quick succession cause one request. */
const SETTLE_MS = 300;

/**
 * The activities that an import of the selected domains would add, as counted so far. Undefined while nothing
 * is selected, and from a server that cannot count.
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
    enabled: domains !== '' && isFullServer(),
    placeholderData: keepPreviousData,
    staleTime: ({ state }) => (state.data?.state === 'done' ? Infinity : 0),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false),
  });
  return domains === '' ? undefined : data;
}
