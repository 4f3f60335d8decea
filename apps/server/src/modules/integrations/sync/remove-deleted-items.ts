import { businessDayOf } from '@repo/domain/time/business-day';
import type { Connection } from '#platform/database/create-database.ts';
import { underLease } from '../reading/lease.ts';
import { readHeads } from '../reading/read-items.ts';
import { storeItems } from '../reading/store-items.ts';
import type { SyncRun } from '../reading/sync-run.ts';
import type { SyncTask } from '../reading/sync-task.ts';

const pageSize = 100;

/**
 * Removes the stored items of a task's window and domains that were not listed and are gone at the provider.
 * Each is requested there first, so that a listing that misses one by mistake removes nothing.
 *
 * @param onRemoved called with the days of the removed items, in the transaction that removes them.
 */
export async function removeDeletedItems(
  run: SyncRun,
  task: SyncTask,
  onRemoved?: (tx: Connection, days: string[]) => Promise<void>,
): Promise<void> {
  let after = '';
  for (;;) {
    const unlisted = await unlistedItems(run, task, after);
    if (unlisted.length === 0) return;
    const ids = unlisted.map(({ id }) => id);
    const { absent } = await readHeads(run, ids);
    if (absent.length > 0) {
      const isAbsent = new Set(absent);
      const days = unlisted.flatMap(({ id, at }) => (isAbsent.has(id) ? [businessDayOf(at)] : []));
      await underLease(run.context.db, run.lease, async (tx) => {
        await storeItems(tx, run, { found: [], absent, unread: [] });
        await onRemoved?.(tx, days);
      });
    }
    after = ids.at(-1) ?? after;
  }
}

async function unlistedItems(
  run: SyncRun,
  task: SyncTask,
  after: string,
): Promise<{ id: string; at: Date }[]> {
  return run.context.db
    .selectFrom('captured_activities as captured')
    .select(['captured.external_id as id', 'captured.occurred_at as at'])
    .where('captured.owner_id', '=', run.ownerId)
    .where('captured.provider', '=', run.provider.id)
    .where('captured.source', '=', run.sourceName)
    .where('captured.occurred_at', '>=', task.since)
    .where('captured.external_id', '>', after)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('captured_activity_domains as link')
          .innerJoin('domains', (join) =>
            join
              .onRef('domains.owner_id', '=', 'link.owner_id')
              .onRef('domains.id', '=', 'link.domain_id'),
          )
          .where('link.owner_id', '=', run.ownerId)
          .whereRef('link.captured_id', '=', 'captured.id')
          .where('domains.domain', 'in', task.domains)
          .select('link.domain_id'),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sync_seen')
            .where('sync_seen.owner_id', '=', run.ownerId)
            .where('task_id', '=', task.id)
            .whereRef('sync_seen.external_id', '=', 'captured.external_id')
            .select('task_id'),
        ),
      ),
    )
    .orderBy('captured.external_id')
    .limit(pageSize)
    .execute();
}
