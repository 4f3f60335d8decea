import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';

/** Of an activity, or a conversation. */
type Props = { activityId: string };

/** Asks a colleague to show a conversation, a meeting or a call in full. */
export function RequestAccess({ activityId }: Props) {
  const client = useQueryClient();
  const request = useMutation({
    mutationFn: () =>
      apiRequestOrThrow('POST /api/activities/{activityId}/access', { params: { activityId } }),
    onSuccess: () => toast.success('Request sent. The answer appears here.'),
    onError: (failure) => toast.error(failureMessage(failure, 'Failed to ask for access')),
    // The message and its conversation.
    onSettled: () => client.invalidateQueries({ queryKey: ['activity'] }),
  });
  return (
    <Button size="small" loading={request.isPending} onClick={() => request.mutate()}>
      Ask for Access
    </Button>
  );
}
