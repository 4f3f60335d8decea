import type { NotificationSettings } from '@repo/contract/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { toast } from '#ui/feedback/toast.ts';

const queryKey = ['own-notifications'] as const;

const notificationsQuery = {
  queryKey,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<NotificationSettings> =>
    readSettings(await apiRequestOrThrow('GET /api/auth/notifications', { signal })),
};

const readSettings = ({ timeZone, ...received }: NotificationSettings): NotificationSettings => ({
  weeklyDigest: received.weeklyDigest === true,
  morningMail: received.morningMail === true,
  connectionProblem: received.connectionProblem === true,
  shareNotices: received.shareNotices === true,
  answerNotices: received.answerNotices === true,
  quietNotices: received.quietNotices === true,
  connectionNotices: received.connectionNotices === true,
  timeZone: typeof timeZone === 'string' && timeZone !== '' ? timeZone : null,
});

type Change = Partial<Omit<NotificationSettings, 'timeZone'>> & { timeZone?: string };

/** The settings with the user's latest choices, and the state of their query. */
export function useNotificationSettings() {
  const { data, error, isFetching, refetch } = useQuery(notificationsQuery);
  const { chosen, change } = useChange();
  return { settings: data && { ...data, ...chosen }, change, error, isFetching, refetch };
}

/**
 * `chosen` are the choices that the server has not stored yet; a failure undoes them. They are a state of the
 * card because the query's cache renders a moment later: the checkbox would jump back meanwhile.
 */
function useChange(): { chosen: Change; change: (change: Change) => void } {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Change>({});
  const { mutate } = useMutation({
    mutationKey: queryKey,
    mutationFn: (body: Change) => apiRequestOrThrow('PUT /api/auth/notifications', { body }),
    // One after the other, in the order of the changes.
    scope: { id: queryKey[0] },
    onSuccess: async (_, change) => {
      // The response to an earlier request would bring the former settings back.
      await client.cancelQueries({ queryKey });
      client.setQueryData<NotificationSettings>(queryKey, (old) => old && { ...old, ...change });
    },
    onError: (error) => {
      toast.error('Failed to save your notifications', {
        description: failureMessage(error, 'Please try again.'),
      });
      void client.invalidateQueries({ queryKey });
    },
    onSettled: () => {
      const isLast = client.isMutating({ mutationKey: queryKey }) === 1;
      if (isLast) setChosen({});
    },
  });
  return {
    chosen,
    change: (change) => {
      setChosen((earlier) => ({ ...earlier, ...change }));
      mutate(change);
    },
  };
}
