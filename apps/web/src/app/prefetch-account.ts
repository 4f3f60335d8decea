import type { QueryClient } from '@tanstack/react-query';
import { accountQuery } from '#features/account-detail/account-query.ts';
import { activityIn } from '#features/account-detail/feed/use-open-activity.ts';
import { today } from '#features/account-detail/timeline/timeline-parts.ts';
import { timelineQuery } from '#features/account-detail/timeline/timeline-query.ts';
import { readWindowParams } from '#features/account-detail/timeline/window-url-params.ts';
import { activityQuery } from '#lib/activities/activity-query.ts';

/** Prefetches what an account page shows first, with the queries that the page itself uses. */
export async function prefetchAccount(
  client: QueryClient,
  accountId: string,
  params: URLSearchParams,
): Promise<void> {
  const activityId = activityIn(params);
  await Promise.all([
    client.prefetchQuery(accountQuery(accountId)),
    client.prefetchInfiniteQuery(
      timelineQuery(accountId, readWindowParams(params, today()), undefined),
    ),
    activityId === undefined ? undefined : client.prefetchQuery(activityQuery(activityId)),
  ]);
}
