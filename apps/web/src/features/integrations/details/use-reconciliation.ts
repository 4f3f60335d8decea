import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { integrationsQuery } from '#lib/integrations/integrations-query.ts';
import { toast } from '#ui/feedback/toast.ts';

/** Starts a comparison of the stored activities with the provider's, which repairs differences. */
export function useReconciliation(integrationId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      apiRequestOrThrow('POST /api/integrations/{id}/completeness', {
        params: { id: integrationId },
      }),
    onError: (failure) =>
      toast.error('Could not start the comparison', {
        description: failureMessage(failure, 'Please try again.'),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: integrationsQuery.queryKey }),
  });
}
