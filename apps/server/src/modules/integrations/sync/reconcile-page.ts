import type { IntegrationKey } from '#platform/database/integration-key.ts';
import { businessDayOf } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { findMatchingDomains } from '../../activities/find-matching-domains.ts';
import type { ActivityToCapture } from '../provider.ts';
import { isCaptured } from '../provider/is-captured.ts';
import { underLease } from '../reading/lease.ts';
import { forgetUnusedLocations, storeLocations } from '../reading/item-locations.ts';
import { readItems } from '../reading/read-items.ts';
import { removeDeletedItems } from './remove-deleted-items.ts';
import { storeUnreadableItems } from '../reading/store-failed-items.ts';
import { storeItems } from '../reading/store-items.ts';
import type { SyncRun } from '../reading/sync-run.ts';
import { textlessIds, unjudgedIds, unstoredIds } from '../reading/unstored-ids.ts';
import { advanceTask, endTask, rememberSeen, type SyncTask } from '../reading/sync-task.ts';

/**
 * Compares one page of the provider with the stored items, every night. Stored items cost nothing. Missing
 * items are read, stored and counted by day. At the end, stored items that are gone at the provider are
 * removed and counted.
 */
export async function reconcilePage(run: SyncRun, task: SyncTask): Promise<void> {
  const { db } = run.context;
  const window = { since: task.since, domains: task.domains };
  const page = await run.concurrency.run(() =>
    run.source.list(window, task.pageToken ?? undefined),
  );
  const unstored = await unstoredIds(run, page.ids);
  const items = await readItems(run, [
    ...unstored,
    ...(await unjudgedIds(run, page.ids)),
    ...(await textlessIds(run, page.ids)),
  ]);
  const isMissing = new Set(unstored);
  const isConcerned = await concerned(run, items.found);
  await underLease(db, run.lease, async (tx) => {
    await storeLocations(tx, run, page);
    await storeItems(tx, run, items);
    await storeUnreadableItems(tx, run, page.unreadable);
    await forgetUnusedLocations(tx, run, page);
    const missing = items.found.filter(
      ({ id, item: { occurredAt }, item }) =>
        isMissing.has(id) &&
        isConcerned(everyone(item)).length > 0 &&
        isCaptured({ isChange: false, occurredAt }, task.since),
    );
    const days = missing.map(({ item }) => businessDayOf(item.occurredAt));
    await countDays(tx, run, 'missing', days);
    await rememberSeen(tx, task, page.ids);
    await advanceTask(tx, run, task, page);
  });
  if (page.nextPageToken !== undefined) return;
  await removeDeletedItems(run, task, (tx, days) => countDays(tx, run, 'gone', days));
  await underLease(db, run.lease, async (tx) => {
    await endTask(tx, task);
    await tx
      .updateTable('integrations')
      .set({ reconciled_at: sql<Date>`now()` })
      .where('owner_id', '=', run.ownerId)
      .where('id', '=', run.integrationId)
      .execute();
  });
}

const concerned = (
  run: SyncRun,
  found: Awaited<ReturnType<typeof readItems>>['found'],
): ReturnType<typeof findMatchingDomains> =>
  findMatchingDomains(
    run.context.db,
    run.ownerId,
    found.flatMap(({ item }) => everyone(item)),
  );

const everyone = ({ participants, bcc = [] }: ActivityToCapture) => [...participants, ...bcc];

async function countDays(
  tx: Connection,
  { ownerId, integrationId }: IntegrationKey,
  column: 'missing' | 'gone',
  days: readonly string[],
): Promise<void> {
  for (const [day, count] of Map.groupBy(days, (one) => one)) {
    await tx
      .insertInto('reconciliation_days')
      .values({ owner_id: ownerId, integration_id: integrationId, day, [column]: count.length })
      .onConflict((conflict) =>
        conflict.columns(['owner_id', 'integration_id', 'day']).doUpdateSet((eb) => ({
          [column]: eb(`reconciliation_days.${column}`, '+', eb.ref(`excluded.${column}`)),
        })),
      )
      .execute();
  }
}
