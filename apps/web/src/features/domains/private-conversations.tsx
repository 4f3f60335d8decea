import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { plural } from '@repo/domain/text/plural';
import { refreshActivities } from '#lib/activities/refresh-activities.ts';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { readList } from '#lib/api/read-list.ts';
import { PRIVATE_CONVERSATIONS } from '#lib/sharing/private-conversations-key.ts';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';

/** The conversations that are private, by the user's choice or their senders' mark; nothing while there are none. */
export function PrivateConversations() {
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: PRIVATE_CONVERSATIONS,
    queryFn: async ({ signal }) => {
      const { conversations } = await apiRequestOrThrow('GET /api/private-conversations', {
        signal,
      });
      return readList(conversations, 'private conversations', ({ id }) => id !== '', {
        id: 'id',
        title: 'text',
        activityCount: 'count',
        isMarkedBySender: 'flag',
      });
    },
  });
  const share = useMutation({
    mutationFn: (conversationId: string) =>
      apiRequestOrThrow('DELETE /api/private-conversations/{conversationId}', {
        params: { conversationId },
      }),
    onError: (failure) => toast.error(failureMessage(failure, 'Failed to share it again')),
    onSettled: () => {
      refreshActivities(client);
      return client.invalidateQueries({ queryKey: PRIVATE_CONVERSATIONS });
    },
  });
  if (data === undefined && error !== null) {
    return (
      <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
        Failed to load what you keep private
      </FailureBanner>
    );
  }
  if (data === undefined || data.length === 0) return null;
  return (
    <section aria-labelledby="kept-private" className="flex flex-col gap-2">
      <h2 id="kept-private" className="font-semibold">
        Kept private
      </h2>
      <ul className="rounded-md border border-line">
        {data.map(({ id, title, activityCount, isMarkedBySender }) => (
          <li
            key={id}
            className="flex items-center gap-3 border-b border-line px-3 py-2 last:border-b-0"
          >
            <div className="flex min-w-0 flex-1 flex-col">
              <span dir="auto" className="truncate">
                {title.trim() || 'No title'}
              </span>
              {isMarkedBySender && (
                <span className="text-faint">Marked as private by its sender</span>
              )}
            </div>
            <span className="shrink-0 text-faint">
              {plural(activityCount, 'activity', 'activities')}
            </span>
            <Button
              size="small"
              aria-label={`Share ${title} again`}
              disabled={share.isPending}
              onClick={() => share.mutate(id)}
            >
              Share Again
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
