import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/create-database.ts';
import type { Log } from '../../../platform/log/create-log.ts';
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
  let removed = 0;
  const failure = await trying(tx, async () => {
    ({ removed } = await captureActivities(tx, from, activities, gone));
  });
  if (failure === undefined) return { refused: [], removed };
  log.warn({ err: failure, provider: from.provider }, 'captures one by one');
  ({ removed } = await captureActivities(tx, from, [], gone));
  const refused: FailedItem[] = [];
  for (const activity of activities) {
    const reason = await trying(tx, () => captureActivities(tx, from, [activity]));
    if (reason) refused.push({ id: activity.externalId, reason: reason.message });
  }
  return { refused, removed };
}

/**
 * Does something within a savepoint and returns the error that undid it. What does not come from
 * the data (a lost connection, a deadlock, a full disk) is thrown: it says nothing about the
 * activity.
 */
async function trying(tx: Connection, work: () => Promise<unknown>): Promise<Error | undefined> {
  await sql`savepoint item`.execute(tx);
  try {
    await work();
    await sql`release savepoint item`.execute(tx);
    return undefined;
  } catch (error) {
    if (!(error instanceof Error) || !isAboutData(error)) throw error;
    await sql`rollback to savepoint item`.execute(tx);
    return error;
  }
}

/** Classes 22 and 23 of SQLSTATE, "invalid data" and "breaks a rule"; or what no database said. */
function isAboutData(error: Error): boolean {
  if (!('code' in error) || typeof error.code !== 'string') return error instanceof RangeError;
  return /^2[23]...$/.test(error.code);
}
