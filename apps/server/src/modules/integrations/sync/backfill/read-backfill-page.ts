import { sql } from 'kysely';
import { underLease } from '../../reading/lease.ts';
import { forgetUnusedLocations, storeLocations } from '../../reading/item-locations.ts';
import { readItems } from '../../reading/read-items.ts';
import { storeUnreadableItems } from '../../reading/store-failed-items.ts';
import { storeItems } from '../../reading/store-items.ts';
import { removeDeletedItems } from '../remove-deleted-items.ts';
import type { SyncRun } from '../../reading/sync-run.ts';
import { textlessIds, unstoredIds } from '../../reading/unstored-ids.ts';
import {
  advanceTask,
  endTask,
  rememberSeen,
  type SyncTask,
  taskAfter,
} from '../../reading/sync-task.ts';
import type { BackfillPage } from '../../reading/backfill-page.ts';
import { joinPages } from './join-pages.ts';
import { createReadAhead } from '../../reading/read-ahead.ts';

/**
 * Stores the next pages of a backfill. The following pages are read at the same time, and stored together the
 * next time: one by one from a slow provider, several at once from a fast one.
 */
export async function readBackfillPage(run: SyncRun, task: SyncTask): Promise<void> {
  const { db } = run.context;
  const pages = await nextPages(run, task);
  const isLast = pages.at(-1)?.page.nextPageToken === undefined;
  readAhead(run, task, pages);
  const { page, items } = joinPages(pages);
  await underLease(db, run.lease, async (tx) => {
    await storeLocations(tx, run, page);
    await storeItems(tx, run, items);
    await storeUnreadableItems(tx, run, page.unreadable);
    await forgetUnusedLocations(tx, run, page);
    if (isLast && !task.removesDeleted) return endTask(tx, task);
    await rememberSeen(tx, task, page.ids);
    await advanceTask(tx, run, task, ...pages.map((one) => one.page));
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

/** Returns the pages read ahead, if they are the next ones: another task may have run in between. */
async function nextPages(run: SyncRun, task: SyncTask): Promise<BackfillPage[]> {
  if (run.ahead?.isNext(task) === true) {
    try {
      const pages = await run.ahead.take();
      if (pages.length > 0) return pages;
    } catch (error) {
      run.ahead = undefined;
      throw error;
    }
  }
  return [await readPage(run, task)];
}

/** Reads ahead. Pages read for another task are kept for its turn. */
function readAhead(run: SyncRun, task: SyncTask, pages: readonly BackfillPage[]): void {
  let next: SyncTask | undefined = task;
  for (const { page } of pages) next = next && taskAfter(next, page);
  const isOther = run.ahead !== undefined && run.ahead.taskId !== task.id;
  if (!isOther && (next === undefined || run.ahead?.isNext(next) !== true)) run.ahead = undefined;
  run.ahead?.readOn();
  if (next === undefined || run.readsAhead === false) return;
  run.ahead ??= createReadAhead(run, next, (following) => readPage(run, following));
}

/**
 * Returns the items of a page to read. A stored item was linked to the domains when they were tracked, and
 * the cursor follows its changes. Only after the cursor was lost does the task read again everything that can
 * change at the provider; emails cannot.
 */
async function missingIds(run: SyncRun, task: SyncTask, ids: readonly string[]): Promise<string[]> {
  const unseen = await unseenIds(run, task, ids);
  const areChangeable = run.provider.kind !== 'mail';
  if (task.removesDeleted && areChangeable) return unseen;
  return [...(await unstoredIds(run, unseen)), ...(await textlessIds(run, unseen))];
}

/** An email to people at two of the domains may be listed twice. */
async function unseenIds(run: SyncRun, task: SyncTask, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const seen = await run.context.db
    .selectFrom('sync_seen')
    .select('external_id')
    .where('owner_id', '=', run.ownerId)
    .where('task_id', '=', task.id)
    .where('external_id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  const isSeen = new Set(seen.map(({ external_id: id }) => id));
  return ids.filter((id) => !isSeen.has(id));
}
