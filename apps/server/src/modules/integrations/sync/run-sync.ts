import type { ChangePosition } from '../provider/change-position.ts';
import { ProviderError } from '../provider-error.ts';
import { isTurnOver, type SyncRun } from '../reading/sync-run.ts';
import { findStopReason, nextTask } from '../reading/sync-task.ts';
import { readBackfillPage } from './backfill/read-backfill-page.ts';
import { beginWindow } from './begin-window.ts';
import { type ChangesRead, followChanges } from './follow-changes.ts';
import { readDiscoveryPage } from './read-discovery-page.ts';
import { readPreviewPage } from './read-preview-page.ts';
import { reconcilePage } from './reconcile-page.ts';
import { retryFailedItems } from './retry-failed-items.ts';

/** The interval at which changes are read during long tasks; milliseconds. */
const changesInterval = 60_000;

/** The next step of a sync. docs/decisions/sync-schedule.md draws these states. */
type State = 'changes' | 'failed-items' | 'task-page' | 'ended';

/** The progress of one turn of a sync. */
interface Turn {
  /** When the changes were last read; epoch milliseconds. */
  caughtUpAt: number;
  pages: number;
  changes: ChangesRead;
}

const steps: Record<Exclude<State, 'ended'>, (run: SyncRun, turn: Turn) => Promise<State>> = {
  changes: async (run, turn) => {
    await dropAhead(run);
    turn.changes = await catchUp(run);
    turn.caughtUpAt = Date.now();
    // A turn reads at least one page of a task, even if reading the changes takes as long as a turn.
    const isOver = turn.pages > 0 && isTurnOver(run);
    return turn.changes === 'cut' || isOver ? 'ended' : 'failed-items';
  },

  'failed-items': async (run) => {
    await retryFailedItems(run);
    return 'task-page';
  },

  'task-page': async (run, turn) => {
    const isDue = Date.now() - turn.caughtUpAt > changesInterval;
    // Pages read ahead are older than the changes to come: they are stored first, and no more are read ahead
    // until then. Dropping them would mean reading them twice.
    run.readsAhead = !isDue;
    const task = await nextTask(run.context.db, run, isDue ? run.ahead?.taskId : undefined);
    if (task === undefined) {
      await reportStop(run);
      return 'ended';
    }
    await readPage[task.kind](run, task);
    turn.pages += 1;
    if (isDue) return 'changes';
    if (!isTurnOver(run)) return 'task-page';
    await storeAhead(run);
    return 'ended';
  },
};

const readPage = {
  discover: readDiscoveryPage,
  backfill: readBackfillPage,
  reconcile: reconcilePage,
  preview: readPreviewPage,
};

/**
 * Syncs an integration for one turn: reads the changes, retries failed items, then reads the waiting
 * tasks page by page.
 *
 * @returns whether all changes were read, or the turn ended before.
 * @throws ProviderError also where a task is stopped, as long as it is, when all others are done.
 */
export async function runSync(run: SyncRun): Promise<ChangesRead> {
  const turn: Turn = { caughtUpAt: 0, pages: 0, changes: 'all' };
  let state: State = 'changes';
  while (state !== 'ended') {
    run.signal.throwIfAborted();
    state = await steps[state](run, turn);
  }
  return turn.changes;
}

async function reportStop(run: SyncRun): Promise<void> {
  const reason = await findStopReason(run.context.db, run);
  if (reason !== undefined) throw new ProviderError('permanent', reason);
}

/** Stores the pages read ahead: the next turn would request them from the provider once more. */
async function storeAhead(run: SyncRun): Promise<void> {
  run.readsAhead = false;
  const task = run.ahead && (await nextTask(run.context.db, run, run.ahead.taskId));
  if (task !== undefined && run.ahead?.isNext(task) === true) await readBackfillPage(run, task);
  await dropAhead(run);
}

/**
 * Drops the page read ahead for a task that has ended otherwise, and the page's failure. Stored after the
 * changes that are about to be read, it would bring back what they removed.
 */
async function dropAhead(run: SyncRun): Promise<void> {
  await run.ahead?.end();
  run.ahead = undefined;
}

async function catchUp(run: SyncRun): Promise<ChangesRead> {
  try {
    return await followChanges(run, (await readPosition(run)) ?? (await begin(run)));
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'cursor-expired') throw error;
    run.context.log.info({ integrationId: run.integrationId }, 'reads the window in full');
    return followChanges(run, await begin(run));
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
