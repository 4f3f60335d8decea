import { underLease } from './lease.ts';
import { readItems } from './read-items.ts';
import { storeItems } from './store-items.ts';
import { removeGone } from './remove-gone.ts';
import type { SyncRun } from './sync-run.ts';
import { advanceTask, endTask, type SyncTask } from './sync-task.ts';

/** Reads one page of what concerns the domains of a backfill. */
export async function readBackfillPage(run: SyncRun, task: SyncTask): Promise<void> {
  const { db } = run.context;
  const window = { since: task.since, domains: task.domains };
  const page = await run.pace.run(() => run.source.list(window, task.pageToken ?? undefined));
  const items = await readItems(run, await unseenIds(run, task, page.ids));
  const isLast = page.nextPageToken === undefined;
  await underLease(db, run.lease, async (tx) => {
    await storeItems(tx, run, items);
    if (isLast && !task.sweeps) return endTask(tx, task);
    if (page.ids.length > 0) {
      await tx
        .insertInto('sync_seen')
        .values(page.ids.map((id) => ({ task_id: task.id, external_id: id })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    await advanceTask(tx, task, page);
  });
  if (isLast && task.sweeps) {
    await removeGone(run, task);
    await underLease(db, run.lease, (tx) => endTask(tx, task));
  }
}

/** A mail to people at two of the domains may be listed twice. */
async function unseenIds(run: SyncRun, task: SyncTask, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const seen = await run.context.db
    .selectFrom('sync_seen')
    .select('external_id')
    .where('task_id', '=', task.id)
    .where('external_id', 'in', ids)
    .execute();
  const isSeen = new Set(seen.map(({ external_id: id }) => id));
  return ids.filter((id) => !isSeen.has(id));
}
