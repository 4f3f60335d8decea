import type { EndpointRequest } from '@repo/contract/endpoints';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshActivities } from '#lib/activities/refresh-activities.ts';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { ACCESS_REQUESTS } from '#lib/sharing/access-requests-key.ts';
import { toast } from '#ui/feedback/toast.ts';

type Answer = EndpointRequest<'PUT /api/access-requests/{requestId}'>['body'];

/** Answers a request for access, or ends what was granted. */
export function useAnswerRequest(requestId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Answer) =>
      apiRequestOrThrow('PUT /api/access-requests/{requestId}', { params: { requestId }, body }),
    onError: (failure, { answer }) => {
      // The dialog shows the others.
      if (answer === 'declined') toast.error(failureMessage(failure, 'Failed to save the answer'));
    },
    onSettled: (_data, _error, { answer }) => {
      if (answer === 'domain') refreshActivities(client);
      void client.invalidateQueries({ queryKey: ['notices'] });
      return client.invalidateQueries({ queryKey: ACCESS_REQUESTS });
    },
  });
}
