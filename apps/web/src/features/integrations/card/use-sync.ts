import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { integrationsQuery } from '#lib/integrations/integrations-query.ts';
import { logFailure } from '#lib/log-failure.ts';

/** Starts a sync at the server, which may continue after its response. */
export function useSync(integrationId: string | undefined) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      if (integrationId === undefined) return;
      await apiRequestOrThrow('POST /api/integrations/{id}/sync', {
        params: { id: integrationId },
      });
    },
    onError: (error) => logFailure(`Integration ${integrationId} was not synced.`, error),
    onSettled: () => client.invalidateQueries({ queryKey: integrationsQuery.queryKey }),
  });
}
