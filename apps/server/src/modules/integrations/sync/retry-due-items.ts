import { sql } from 'kysely';
import { underLease } from './lease.ts';
import { readFailedItems } from './read-items.ts';
import { storeItems } from './store-items.ts';
import type { SyncRun } from './sync-run.ts';

/** How many at once; the others have their turn with the next sync. */
const maximum = 100;

/**
 * Retries the failed items that are due, each item after a wait that doubles from ten minutes up
 * to a day. It is tried for ever: an item is dropped when it was read or is gone, never before.
 */
export async function retryDueItems(run: SyncRun): Promise<void> {
  const due = await run.context.db
    .selectFrom('sync_failures')
    .select('external_id')
    .where('integration_id', '=', run.integrationId)
    .where('retry_at', '<=', sql<Date>`now()`)
    .orderBy('retry_at')
    .limit(maximum)
    .execute();
  if (due.length === 0) return;
  const items = await readFailedItems(
    run,
    due.map(({ external_id: id }) => id),
  );
  await underLease(run.context.db, run.lease, (tx) => storeItems(tx, run, items));
}
