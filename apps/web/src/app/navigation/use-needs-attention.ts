import { useQuery } from '@tanstack/react-query';
import { integrationsQuery, type Integrations } from '#lib/integrations/integrations-query.ts';
import { useIsSettled } from '#lib/hooks/use-is-settled.ts';

/** Whether a connection of the user has stopped working until they do something. */
export function useNeedsAttention(): boolean {
  const { data } = useQuery({
    ...integrationsQuery,
    enabled: useIsSettled(),
    // The event stream updates the cached data.
    staleTime: 60_000,
    select: hasBrokenConnection,
  });
  return data ?? false;
}

const hasBrokenConnection = ({ integrations }: Integrations): boolean =>
  integrations.some(({ needsReauth }) => needsReauth);
