import type { ChangePosition } from '../provider/change-position.ts';
import { ProviderError } from '../provider-error.ts';
import { beginWindow } from './begin-window.ts';
import { followChanges } from './follow-changes.ts';
import { readBackfillPage } from './backfill/read-backfill-page.ts';
import { reconcilePage } from './reconcile-page.ts';
import { readPreviewPage } from './read-preview-page.ts';
import { isTurnOver, type SyncRun } from '../reading/sync-run.ts';
import {
  nextTask,
  advanceTask,
  endTask,
  findStopReason,
  type SyncTask,
} from '../reading/sync-task.ts';
import { countContacts, unmetIds } from '../discovery/count-contacts.ts';
import { renameLocations } from '../reading/item-locations.ts';
import { underLease } from '../reading/lease.ts';
import { readHeads, readFailedItems } from '../reading/read-items.ts';
import { sql } from 'kysely';
import { storeItems } from '../reading/store-items.ts';

/** The interval at which changes are read during long tasks; milliseconds. */
const changesInterval = 60_000;

const readPage = {
  discover: readDiscoveryPage,
  backfill: readBackfillPage,
  reconcile: reconcilePage,
  preview: readPreviewPage,
};

/**
 * Syncs an integration: reads the changes, retries failed items, then finishes the waiting tasks.
 *
 * @throws ProviderError also where a task is stopped, as long as it is, when all others are done.
 */
export async function runSync(run: SyncRun): Promise<void> {
  await catchUp(run);
  if (run.isCut === true) return;
  await retryDueItems(run);
  let caughtUp = Date.now();
  for (;;) {
    run.signal.throwIfAborted();
    const isDue = Date.now() - caughtUp > changesInterval;
    // What was read ahead is older than the changes to come: it is stored before them, and nothing
    // more is read ahead until they are there. To drop it would be to read its page twice.
    run.readsAhead = !isDue;
    const first = isDue ? run.ahead?.taskId : undefined;
    const task = await nextTask(run.context.db, run, first);
    if (task === undefined) return reportStop(run);
    await readPage[task.kind](run, task);
    if (isDue) {
      await dropAhead(run);
      await catchUp(run);
      caughtUp = Date.now();
    }
    // After a page: each turn of a slow server makes progress, even if reading the changes takes as long as a turn.
    if (isTurnOver(run)) return endTurn(run);
  }
}

async function reportStop(run: SyncRun): Promise<void> {
  const reason = await findStopReason(run.context.db, run);
  if (reason !== undefined) throw new ProviderError('permanent', reason);
}

/** Stores what was read ahead: the next turn would request it from the provider once more. */
async function endTurn(run: SyncRun): Promise<void> {
  run.readsAhead = false;
  const task = run.ahead && (await nextTask(run.context.db, run, run.ahead.taskId));
  if (task !== undefined && run.ahead?.isNext(task) === true) await readBackfillPage(run, task);
  await dropAhead(run);
}

/**
 * Drops a page that was read ahead for a task that has ended otherwise: stored after the changes
 * that are about to be read, it would bring back what they removed. Its failure goes with it.
 */
async function dropAhead(run: SyncRun): Promise<void> {
  await run.ahead?.end();
  run.ahead = undefined;
}

async function catchUp(run: SyncRun): Promise<void> {
  try {
    await followChanges(run, (await readPosition(run)) ?? (await begin(run)));
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'cursor-expired') throw error;
    run.context.log.info({ integrationId: run.integrationId }, 'reads the window in full');
    await followChanges(run, await begin(run));
  }
}

async function begin(run: SyncRun): Promise<ChangePosition> {
  await beginWindow(run);
  const position = await readPosition(run);
  if (position === undefined) throw new Error(`Integration ${run.integrationId} lost its cursor.`);
  return position;
}

async function readPosition({
  context,
  ownerId,
  integrationId,
}: SyncRun): Promise<ChangePosition | undefined> {
  const { cursor, progress } = await context.db
    .selectFrom('integrations')
    .select(['cursor', 'change_progress as progress'])
    .where('owner_id', '=', ownerId)
    .where('id', '=', integrationId)
    .executeTakeFirstOrThrow();
  return cursor === null ? undefined : { cursor, progress: progress ?? undefined };
}

/** Reads one page of a discovery: who took part in each email, never what it says. */
async function readDiscoveryPage(run: SyncRun, task: SyncTask): Promise<void> {
  const page = await run.concurrency.run(() =>
    run.source.list({ since: task.since, domains: undefined }, task.pageToken ?? undefined),
  );
  // An email whose head cannot be read is missing from the counts alone: it is read again, with its
  // text, as soon as a domain of it is tracked.
  const { found } = await readHeads(run, await unmetIds(run, page.ids));
  await underLease(run.context.db, run.lease, async (tx) => {
    await countContacts(tx, run, found);
    if (page.nextPageToken === undefined) await endTask(tx, task);
    else await advanceTask(tx, run, task, page);
  });
}

/** Maximum number of items in one sync; the others are retried by the next one. */
const maximum = 100;

/**
 * Retries the failed items that are due, each item after a wait that doubles from ten minutes up
 * to a day. It is tried for ever: an item is dropped when it was read or is gone, never before.
 */
async function retryDueItems(run: SyncRun): Promise<void> {
  const due = await run.context.db
    .selectFrom('failed_items')
    .select('external_id')
    .where('owner_id', '=', run.ownerId)
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
  await underLease(run.context.db, run.lease, async (tx) => {
    await renameLocations(tx, run, items.found);
    await storeItems(tx, run, items);
  });
}
