import { useInfiniteQuery } from '@tanstack/react-query';
import { fetchActivity } from '#lib/activities/activity-query.ts';
import { SHOWS_ACTIVITIES } from '#lib/activities/refresh-activities.ts';
import { type Activity, readActivity } from './read-activity.ts';

/** The messages that came with a conversation, oldest first, and the requested earlier ones before them. */
export function useMessages({ id, messages, messageCount }: Activity) {
  const { data, fetchNextPage, isFetching, error } = useInfiniteQuery({
    queryKey: ['activity', id, 'earlier'],
    meta: SHOWS_ACTIVITIES,
    enabled: false,
    retry: false,
    initialPageParam: positionOf(messages),
    queryFn: async ({ pageParam, signal }): Promise<Activity[]> =>
      readActivity(await fetchActivity(id, { before: pageParam, signal })).messages,
    getNextPageParam: (page: readonly Activity[]) => positionOf(page) || undefined,
  });
  const listed = [...(data?.pages ?? []).toReversed().flat(), ...messages];
  return {
    messages: listed,
    /** The number of messages before these. */
    missing: messageCount - listed.length,
    loadEarlier: () => void fetchNextPage(),
    isLoading: isFetching,
    error,
  };
}

/** The position of the oldest of some messages in their conversation. */
function positionOf([oldest]: readonly Activity[]): string {
  return oldest?.occurredAt === undefined ? '' : `${oldest.occurredAt.toISOString()}_${oldest.id}`;
}
