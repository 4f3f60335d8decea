import type { IntegrationKey } from '#platform/database/integration-key.ts';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { FailedItem } from './read-items-result.ts';
import type { UnreadableItem } from '../provider/activity-source.ts';
import type { SyncRun } from './sync-run.ts';

const maxReasonLength = 500;
/** The wait after a second failure, doubled with each one, and the longest one. */
const FIRST_RETRY_SECONDS = 10 * 60;
const MAX_RETRY_SECONDS = 24 * 60 * 60;

/**
 * Writes down what could not be read, to be tried again by itself; each time after a longer wait. Of
 * more than `limits.failedItems` the oldest are forgotten: the nightly comparison finds them again.
 */
export async function storeFailedItems(
  tx: Connection,
  run: SyncRun,
  items: readonly FailedItem[],
): Promise<void> {
  if (items.length === 0) return;
  run.tally.failed += items.length;
  const now = new Date();
  await tx
    .insertInto('failed_items')
    .values(items.map((item) => toRow(run, item)))
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'integration_id', 'external_id']).doUpdateSet({
        reason: (eb) => eb.ref('excluded.reason'),
        attempts: sql<number>`failed_items.attempts + 1`,
        failed_at: now,
        retry_at: sql<Date>`to_timestamp(${now.getTime() / 1_000}::float8
          + least(${MAX_RETRY_SECONDS}, ${FIRST_RETRY_SECONDS} * 2 ^ least(failed_items.attempts, 10)))`,
      }),
    )
    .execute();
  await forgetOldest(tx, run);
}

/**
 * Stores as failed the items that a page names and does not contain. Every page may name the same ones again,
 * which counts as no further attempt: they are retried by the schedule of all failed items.
 */
export async function storeUnreadableItems(
  tx: Connection,
  run: SyncRun,
  items: readonly UnreadableItem[] = [],
): Promise<void> {
  if (items.length === 0) return;
  const fresh = await tx
    .insertInto('failed_items')
    .values(items.map((item) => toRow(run, item)))
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'integration_id', 'external_id']).doNothing(),
    )
    .returning('external_id')
    .execute();
  run.tally.failed += fresh.length;
  if (fresh.length > 0) await forgetOldest(tx, run);
}

const toRow = ({ ownerId, integrationId }: IntegrationKey, { id, reason }: FailedItem) => ({
  owner_id: ownerId,
  integration_id: integrationId,
  external_id: id,
  reason: reason.replaceAll('\0', '').slice(0, maxReasonLength).toWellFormed(),
});

async function forgetOldest(
  tx: Connection,
  { ownerId, integrationId }: IntegrationKey,
): Promise<void> {
  await tx
    .deleteFrom('failed_items')
    .where('owner_id', '=', ownerId)
    .where('integration_id', '=', integrationId)
    .where('external_id', 'in', (query) =>
      query
        .selectFrom('failed_items')
        .select('external_id')
        .where('owner_id', '=', ownerId)
        .where('integration_id', '=', integrationId)
        .orderBy('failed_at', 'desc')
        .orderBy('external_id')
        .offset(limits.failedItems),
    )
    .execute();
}
