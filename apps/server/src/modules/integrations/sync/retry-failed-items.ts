import { sql } from 'kysely';
import { renameLocations } from '../reading/item-locations.ts';
import { underLease } from '../reading/lease.ts';
import { readFailedItems } from '../reading/read-items.ts';
import { storeItems } from '../reading/store-items.ts';
import type { SyncRun } from '../reading/sync-run.ts';

/** Maximum number of items at once; the others are retried after the next changes. */
const MAX_RETRIES = 100;

/**
 * Retries the failed items that are due, each item after a wait that doubles from ten minutes up
 * to a day. It is tried for ever: an item is dropped when it was read or is gone, never before.
 */
export async function retryFailedItems(run: SyncRun): Promise<void> {
  const due = await run.context.db
    .selectFrom('failed_items')
    .select('external_id')
    .where('owner_id', '=', run.ownerId)
    .where('integration_id', '=', run.integrationId)
    .where('retry_at', '<=', sql<Date>`now()`)
    .orderBy('retry_at')
    .limit(MAX_RETRIES)
    .execute();
  if (due.length === 0) return;
  const items = await readFailedItems(
    run,
    due.map(({ external_id: id }) => id),
  );
  await underLease(run.context.db, run.lease, async (tx) => {
    await renameLocations(tx, run, items.found);
    await storeItems(tx, run, items);
  });
}
