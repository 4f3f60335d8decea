import type { ActivityDetail, TimelineItem } from '@repo/contract/activities';
import type { MailFile } from '@repo/contract/mail-files';
import type { ApiClient } from '../../src/api-client.ts';

/** What an account shows. */
export interface Shown {
  /** The activities with their texts, oldest first. */
  activities: ActivityDetail[];
  /** Entries of the timeline: a conversation is one. */
  threads: number;
}

/** Longer than a window, so that each day is in one. */
const WINDOW_DAYS = 84;
const DAY_MS = 86_400_000;

/** Reads the timeline of an account on the days of files, and each activity in them. */
export async function readShown(
  client: ApiClient,
  accountId: string,
  files: readonly MailFile[],
): Promise<Shown> {
  const times = files.flatMap(({ since, until }) => [since, until]).flatMap((time) => time ?? []);
  const shown: Shown = { activities: [], threads: 0 };
  if (times.length === 0) return shown;
  const [first, last] = [times.toSorted()[0] ?? '', times.toSorted().at(-1) ?? ''];
  const items = new Map<string, TimelineItem>();
  for (let end = Date.parse(last) + DAY_MS; ; end -= WINDOW_DAYS * DAY_MS) {
    const { activities } = await client.call('GET /api/accounts/{accountId}/timeline', {
      params: { accountId },
      query: { range: '12W', end_date: new Date(end).toISOString().slice(0, 10) },
    });
    for (const item of activities) items.set(item.id, item);
    if (end - (WINDOW_DAYS - 2) * DAY_MS < Date.parse(first)) break;
  }
  shown.threads += items.size;
  for (const item of items.values()) {
    const inner = item.type === 'conversation' ? item.activities : [item];
    for (const { id } of inner) shown.activities.push(await readActivity(client, id));
  }
  shown.activities.sort((one, other) => one.occurredAt.localeCompare(other.occurredAt));
  return shown;
}

async function readActivity(client: ApiClient, activityId: string): Promise<ActivityDetail> {
  const { activity } = await client.call('GET /api/activities/{activityId}', {
    params: { activityId },
  });
  if (activity.type === 'conversation') throw new Error(`${activityId} is a conversation.`);
  return activity;
}
