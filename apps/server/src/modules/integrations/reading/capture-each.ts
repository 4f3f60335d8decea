import type { Connection } from '#platform/database/create-database.ts';
import { tryInSavepoint } from '#platform/database/try-in-savepoint.ts';
import type { Log } from '#platform/log/create-log.ts';
import type { CaptureSource } from '../../activities/activity-to-capture.ts';
import { captureActivities } from '../../activities/capture-activities.ts';
import type { ActivityToCapture } from '../provider.ts';
import type { FailedItem } from './read-items-result.ts';

/** An activity that the database refuses does not prevent storing the others of its page. */
export async function captureEach(
  tx: Connection,
  from: CaptureSource,
  activities: readonly ActivityToCapture[],
  { gone = [], log }: { gone?: readonly string[]; log: Log },
): Promise<{ refused: FailedItem[]; removed: number }> {
  logUnknownZones(from, activities, log);
  let removed = 0;
  const failure = await tryInSavepoint(tx, async () => {
    ({ removed } = await captureActivities(tx, from, activities, gone));
  });
  if (failure === undefined) return { refused: [], removed };
  log.warn({ err: failure, provider: from.provider }, 'captures one by one');
  ({ removed } = await captureActivities(tx, from, [], gone));
  const refused: FailedItem[] = [];
  for (const activity of activities) {
    const reason = await tryInSavepoint(tx, () => captureActivities(tx, from, [activity]));
    if (reason) refused.push({ id: activity.externalId, reason: reason.message });
  }
  return { refused, removed };
}

/** Their times were read as UTC; the meetings themselves are marked. */
function logUnknownZones(
  { ownerId, provider, source }: CaptureSource,
  activities: readonly ActivityToCapture[],
  log: Log,
): void {
  const zones = activities.flatMap(({ metadata }) => metadata?.unknownTimeZone ?? []);
  if (zones.length === 0) return;
  const named = [...new Set(zones)].slice(0, 10);
  const meetings = zones.length;
  log.warn({ ownerId, provider, source, meetings, zones: named }, 'time zones are not known');
}
