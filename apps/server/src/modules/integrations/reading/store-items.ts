import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { ActivityToCapture } from '../provider.ts';
import { captureEach } from './capture-each.ts';
import type { ReadItems } from './read-items-result.ts';
import { storeFailedItems } from './store-failed-items.ts';
import type { SyncRun } from './sync-run.ts';

/**
 * Stores a page of items: captures activities (`captureActivities`), removes deleted ones, and stores
 * unreadable items as failed.
 */
export async function storeItems(
  tx: Connection,
  run: SyncRun,
  { found, absent, unread }: ReadItems<ActivityToCapture>,
): Promise<void> {
  const activities = found.map(({ item }) => item);
  const from = { ownerId: run.ownerId, provider: run.provider.id, source: run.sourceName };
  const { refused, removed } = await captureEach(tx, from, activities, {
    gone: absent,
    log: run.context.log,
  });
  run.tally.stored += activities.length - refused.length;
  // Most deleted items, and most that concern no tracked domain, were never stored.
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
    .where('external_id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
}
