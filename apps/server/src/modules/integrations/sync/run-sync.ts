import type { Cursor } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import { beginWindow } from './begin-window.ts';
import { followChanges } from './follow-changes.ts';
import { readBackfillPage } from './read-backfill-page.ts';
import { reconcilePage } from './reconcile-page.ts';
import { readDiscoveryPage } from './read-discovery-page.ts';
import { readPreviewPage } from './read-preview-page.ts';
import { retryDueItems } from './retry-due-items.ts';
import type { SyncRun } from './sync-run.ts';
import { nextTask } from './sync-task.ts';

/** How often changes are looked for while long tasks go on; milliseconds. */
const changesInterval = 60_000;

const readPage = {
  discover: readDiscoveryPage,
  backfill: readBackfillPage,
  check: reconcilePage,
  preview: readPreviewPage,
};

/** Syncs an integration: reads the changes, retries failed items, then finishes the waiting tasks. */
export async function runSync(run: SyncRun): Promise<void> {
  await catchUp(run);
  await retryDueItems(run);
  let caughtUp = Date.now();
  for (;;) {
    run.signal.throwIfAborted();
    const isDue = Date.now() - caughtUp > changesInterval;
    // What was read ahead is older than the changes to come: it is stored before them, and nothing
    // more is read ahead until they are there. To drop it would be to read its page twice.
    run.readsAhead = !isDue;
    const first = isDue ? run.ahead?.taskId : undefined;
    const task = await nextTask(run.context.db, run.integrationId, first);
    if (task === undefined) return;
    await readPage[task.kind](run, task);
    if (isDue) {
      await dropAhead(run);
      await catchUp(run);
      caughtUp = Date.now();
    }
  }
}

/**
 * What was read ahead for a task that has ended otherwise: stored after the changes that are about
 * to be read, it would bring back what they removed. Its failure goes with it.
 */
async function dropAhead(run: SyncRun): Promise<void> {
  await run.ahead?.reading.catch(() => {});
  run.ahead = undefined;
}

async function catchUp(run: SyncRun): Promise<void> {
  try {
    await followChanges(run, (await readCursor(run)) ?? (await begin(run)));
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'cursor-expired') throw error;
    run.context.log.info({ integrationId: run.integrationId }, 'reads the window in full');
    await followChanges(run, await begin(run));
  }
}

async function begin(run: SyncRun): Promise<Cursor> {
  await beginWindow(run);
  const cursor = await readCursor(run);
  if (cursor === undefined) throw new Error(`Integration ${run.integrationId} lost its cursor.`);
  return cursor;
}

async function readCursor({ context, integrationId }: SyncRun): Promise<Cursor | undefined> {
  const { cursor } = await context.db
    .selectFrom('integrations')
    .select('cursor')
    .where('id', '=', integrationId)
    .executeTakeFirstOrThrow();
  return cursor ?? undefined;
}
