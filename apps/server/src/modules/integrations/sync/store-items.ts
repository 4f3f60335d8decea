import { sql } from 'kysely';
import { captureActivities } from '../../activities/capture-activities.ts';
import type { Connection } from '../../../platform/database/create-database.ts';
import type { ActivityToCapture } from '../provider.ts';
import type { ReadItems, FailedItem } from './read-items-result.ts';
import { storeFailedItems } from './store-failed-items.ts';
import type { SyncRun } from './sync-run.ts';

/** Stores what was read: captures, removes what is gone, and stores as failed what cannot be had. */
export async function storeItems(
  tx: Connection,
  run: SyncRun,
  { found, absent, unread }: ReadItems<ActivityToCapture>,
): Promise<void> {
  const activities = found.map(({ item }) => item);
  const { refused, removed } = await captureEach(tx, run, activities, absent);
  run.tally.stored += activities.length - refused.length;
  // Most of what is gone or concerns no one was never here.
  run.tally.removed += removed;
  const incomplete = found.flatMap(({ id, item: { missing } }) =>
    missing === undefined ? [] : [{ id, reason: missing }],
  );
  const isFailed = new Set([...refused, ...incomplete].map(({ id }) => id));
  const complete = [...absent, ...found.map(({ id }) => id)].filter((id) => !isFailed.has(id));
  await forgetFailures(tx, run, complete);
  const isRefused = new Set(refused.map(({ id }) => id));
  await storeFailedItems(tx, run, [
    ...unread,
    ...refused,
    ...incomplete.filter(({ id }) => !isRefused.has(id)),
  ]);
}

/** An activity that the database refuses does not prevent storing the others of its page. */
async function captureEach(
  tx: Connection,
  run: SyncRun,
  activities: ActivityToCapture[],
  gone: readonly string[],
): Promise<{ refused: FailedItem[]; removed: number }> {
  const from = { ownerId: run.ownerId, provider: run.provider.id, source: run.sourceName };
  let removed = 0;
  const failure = await trying(tx, async () => {
    ({ removed } = await captureActivities(tx, from, activities, gone));
  });
  if (failure === undefined) return { refused: [], removed };
  run.context.log.warn({ err: failure, integrationId: run.integrationId }, 'captures one by one');
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

async function forgetFailures(
  tx: Connection,
  { ownerId, integrationId }: SyncRun,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('failed_items')
    .where('owner_id', '=', ownerId)
    .where('integration_id', '=', integrationId)
    .where('external_id', 'in', ids)
    .execute();
}
