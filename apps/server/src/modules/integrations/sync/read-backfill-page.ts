import { underLease } from './lease.ts';
import { forgetUnusedLocations, storeLocations } from './item-locations.ts';
import { readItems } from './read-items.ts';
import { storeUnreadableItems } from './store-failed-items.ts';
import { storeItems } from './store-items.ts';
import { removeDeletedItems } from './remove-deleted-items.ts';
import type { BackfillPage, SyncRun } from './sync-run.ts';
import { unstoredIds } from './unstored-ids.ts';
import { advanceTask, endTask, hasNextPage, rememberSeen, type SyncTask } from './sync-task.ts';

/**
 * Reads one page of what concerns the domains of a backfill. While it is stored, the next one is
 * read: never more than one ahead, so that memory stays flat however much there is.
 */
export async function readBackfillPage(run: SyncRun, task: SyncTask): Promise<void> {
  const { db } = run.context;
  const { page, items } = await (takeAhead(run, task) ?? readPage(run, task));
  const isLast = page.nextPageToken === undefined;
  if (hasNextPage(task, page.nextPageToken)) readAhead(run, task, page.nextPageToken);
  await underLease(db, run.lease, async (tx) => {
    await storeLocations(tx, run, page);
    await storeItems(tx, run, items);
    await storeUnreadableItems(tx, run, page.unreadable);
    await forgetUnusedLocations(tx, run, page);
    if (isLast && !task.removesDeleted) return endTask(tx, task);
    await rememberSeen(tx, task, page.ids);
    await advanceTask(tx, run, task, page);
  });
  if (isLast && task.removesDeleted) {
    await removeDeletedItems(run, task);
    await underLease(db, run.lease, (tx) => endTask(tx, task));
  }
}

async function readPage(run: SyncRun, task: SyncTask): Promise<BackfillPage> {
  const window = { since: task.since, domains: task.domains };
  const page = await run.concurrency.run(() =>
    run.source.list(window, task.pageToken ?? undefined),
  );
  return { page, items: await readItems(run, await missingIds(run, task, page.ids)) };
}

/** One page at most: another task's that was read ahead is kept for its turn. */
function readAhead(run: SyncRun, task: SyncTask, pageToken: string): void {
  if (run.readsAhead === false || run.ahead !== undefined) return;
  const reading = readPage(run, { ...task, pageToken });
  // A failure is met when the page is taken; until then nothing handles it.
  reading.catch(() => {});
  run.ahead = { taskId: task.id, pageToken, reading };
}

/** The page that was read ahead, if it is the next one: another task may have run in between. */
function takeAhead(run: SyncRun, { id, pageToken }: SyncTask): Promise<BackfillPage> | undefined {
  const { ahead } = run;
  if (ahead?.taskId !== id || ahead.pageToken !== pageToken) return undefined;
  run.ahead = undefined;
  return ahead.reading;
}

/**
 * What has to be read of a page. What is stored already was linked to the domains when they were
 * tracked, and its changes are followed by the cursor. Only where the cursor was lost does the task
 * sweep: then everything that can change at the provider is read again, which emails cannot.
 */
async function missingIds(run: SyncRun, task: SyncTask, ids: readonly string[]): Promise<string[]> {
  const unseen = await unseenIds(run, task, ids);
  const areChangeable = run.provider.kind !== 'mail';
  return task.removesDeleted && areChangeable ? unseen : unstoredIds(run, unseen);
}

/** An email to people at two of the domains may be listed twice. */
async function unseenIds(run: SyncRun, task: SyncTask, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const seen = await run.context.db
    .selectFrom('sync_seen')
    .select('external_id')
    .where('owner_id', '=', run.ownerId)
    .where('task_id', '=', task.id)
    .where('external_id', 'in', ids)
    .execute();
  const isSeen = new Set(seen.map(({ external_id: id }) => id));
  return ids.filter((id) => !isSeen.has(id));
}
