import type { QueryClient } from '@tanstack/react-query';
import { activityQuery } from '../../lib/activities/activity-query.ts';
import { accountQuery } from './account-query.ts';
import { today } from './timeline-parts.ts';
import { timelineQuery } from './timeline-query.ts';
import { activityIn } from './use-open-activity.ts';
import { windowIn } from './use-timeline-window.ts';

/** Asks for what the page of an account shows first, by the very queries that the page reads. */
export function askForAccount(
  client: QueryClient,
  accountId: string,
  params: URLSearchParams,
): void {
  const activityId = activityIn(params);
  void client.prefetchQuery(accountQuery(accountId));
  void client.prefetchInfiniteQuery(timelineQuery(accountId, windowIn(params, today()), undefined));
  if (activityId !== undefined) void client.prefetchQuery(activityQuery(activityId));
}
