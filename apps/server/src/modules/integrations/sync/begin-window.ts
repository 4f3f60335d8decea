import type { Connection } from '#platform/database/create-database.ts';
import { lockOwner } from '../../activities/lock-owner.ts';
import { isWithoutText } from '../../activities/without-text.ts';
import { beginHistory } from '../history/choose-history.ts';
import { backfillStart, discoveryStart } from '../../domains/sync-windows.ts';
import { underLease } from '../reading/lease.ts';
import type { SyncRun } from '../reading/sync-run.ts';
import { mayLackText } from '../reading/unstored-ids.ts';

/**
 * Begins to read the whole window: the first time, after a reconnection, and when the provider no longer
 * knows the changes. The current position is stored first, so that changes during the reading are found
 * afterwards. The window reaches back to the last sync if that is longer ago; at its end, deleted items are
 * removed.
 */
export async function beginWindow(run: SyncRun): Promise<void> {
  const { context, lease, ownerId, integrationId: id } = run;
  const position = await run.concurrency.run(() => run.source.position());
  await underLease(context.db, lease, async (tx) => {
    // A domain that is being tracked right now either is among the domains below or sees this integration.
    await lockOwner(tx, ownerId);
    const { last_synced_at: lastSynced } = await tx
      .selectFrom('integrations')
      .select('last_synced_at')
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const tracked = await tx
      .selectFrom('domains')
      .select('domain')
      .where('owner_id', '=', ownerId)
      .execute();
    // The new tasks read what these would have read.
    await tx
      .deleteFrom('sync_tasks')
      .where('owner_id', '=', ownerId)
      .where('integration_id', '=', id)
      .where('kind', '<>', 'preview')
      .execute();
    if (run.provider.kind === 'mail') {
      await tx
        .insertInto('sync_tasks')
        .values({
          owner_id: ownerId,
          integration_id: id,
          kind: 'discover',
          since: discoveryStart(),
        })
        .execute();
    }
    if (run.provider.history !== undefined) await beginHistory(tx, run.ownerId, id);
    if (tracked.length > 0) {
      const start = backfillStart();
      const since = lastSynced !== null && lastSynced < start ? lastSynced : start;
      const backfill = {
        owner_id: ownerId,
        integration_id: id,
        kind: 'backfill' as const,
        domains: tracked.map(({ domain }) => domain),
      };
      await tx
        .insertInto('sync_tasks')
        .values({ ...backfill, since, removes_deleted: true })
        .execute();
      const oldest = await findOldestIncomplete(tx, run);
      if (oldest !== undefined && oldest < since) {
        // Keeps items that were deleted before the window: no sync looks that far back for deletions.
        await tx
          .insertInto('sync_tasks')
          .values({ ...backfill, since: oldest })
          .execute();
      }
    }
    await tx
      .updateTable('integrations')
      .set({ cursor: JSON.stringify(position), change_progress: null, change_pages: 0 })
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .execute();
  });
}

/**
 * Returns the time of the oldest stored item that has to be read again: a meeting whose privacy mark has not been read
 * (docs/decisions/private-meetings.md), or an email without its text that is captured now.
 */
async function findOldestIncomplete(tx: Connection, run: SyncRun): Promise<Date | undefined> {
  const { ownerId, provider, sourceName } = run;
  if (provider.kind === 'mail' && !mayLackText(run)) return undefined;
  const oldest = await tx
    .selectFrom('captured_activities as captured')
    .select('occurred_at')
    .where('owner_id', '=', ownerId)
    .where('provider', '=', provider.id)
    .where('source', '=', sourceName)
    .$if(provider.kind === 'mail', (query) => query.where(isWithoutText('captured')))
    .$if(provider.kind !== 'mail', (query) =>
      query.where('type', '=', 'calendar').where('is_private', 'is', null),
    )
    .orderBy('occurred_at')
    .limit(1)
    .executeTakeFirst();
  return oldest?.occurred_at;
}
