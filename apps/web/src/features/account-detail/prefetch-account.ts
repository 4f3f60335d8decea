import type { QueryClient } from '@tanstack/react-query';
import { activityQuery } from '../../lib/activities/activity-query.ts';
import { accountQuery } from './account-query.ts';
import { today } from './timeline/timeline-parts.ts';
import { timelineQuery } from './timeline/timeline-query.ts';
import { activityIn } from './feed/use-open-activity.ts';
import { readWindowParams } from './timeline/window-url-params.ts';

/** Asks for what the page of an account shows first, by the very queries that the page reads. */
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
