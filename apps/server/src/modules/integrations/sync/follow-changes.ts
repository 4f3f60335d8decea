import { sql } from 'kysely';
import { findMatchingDomains } from '../../activities/find-matching-domains.ts';
import { requestReconciliation } from '../reading/request-reconciliation.ts';
import { countContacts } from '../discovery/count-contacts.ts';
import type { ChangePage } from '../provider/activity-source.ts';
import { type ChangePosition, positionAfter } from '../provider/change-position.ts';
import { ProviderError } from '../provider-error.ts';
import { backfillStart } from '../../domains/sync-windows.ts';
import { isCaptured } from '../provider/is-captured.ts';
import { underLease } from '../reading/lease.ts';
import { forgetUnusedLocations, storeLocations } from '../reading/item-locations.ts';
import {
  countPage,
  MAX_PAGES,
  type PagesRead,
  type PageStop,
  stopMessage,
} from '../reading/page-limit.ts';
import { readHeads, readItems } from '../reading/read-items.ts';
import { storeUnreadableItems } from '../reading/store-failed-items.ts';
import { storeItems } from '../reading/store-items.ts';
import { isTurnOver, type SyncRun } from '../reading/sync-run.ts';

/** `cut`: the turn ended before all changes were read. The next one is due at once. */
export type ChangesRead = 'all' | 'cut';

/**
 * Reads the changes since the cursor, page by page. The participants of new items are read first, and the
 * text only when a tracked domain is among them.
 *
 * @throws ProviderError `cursor-expired`
 */
export async function followChanges(run: SyncRun, begin: ChangePosition): Promise<ChangesRead> {
  let position = begin;
  let current: string | null = null;
  let read: PagesRead = { pages: 0, earlierToken: null };
  for (;;) {
    const page = await run.concurrency.run(() =>
      run.source.changes(position.cursor, position.progress),
    );
    const pages = await storeChanges(run, page);
    if (page.isLast) return 'all';
    const next = JSON.stringify(page.next);
    const { stop, ...counted } = countPage(read, { current, next });
    requireEnd(run, pages >= MAX_PAGES ? 'too-many' : stop);
    // The position is stored: the next turn goes on from there.
    run.signal.throwIfAborted();
    if (isTurnOver(run)) return 'cut';
    [position, current, read] = [positionAfter(position, page), next, counted];
  }
}

/** The next sync goes on at the stored position: it reads a page, and so notices when there is an end. */
function requireEnd({ provider }: SyncRun, stop: PageStop | undefined): void {
  if (stop !== undefined) throw new ProviderError('permanent', stopMessage(provider.name, stop));
}

/** @returns how many pages there have been since changes were read to their end. */
async function storeChanges(run: SyncRun, page: ChangePage): Promise<number> {
  const { changed, removed, isLast } = page;
  const { context, lease, ownerId } = run;
  const heads = await readHeads(run, changed);
  const concernedBy = await findMatchingDomains(
    context.db,
    ownerId,
    heads.found.flatMap(({ item }) => item.participants),
  );
  const isConcerned = ({ item }: (typeof heads.found)[number]) =>
    concernedBy(item.participants).length > 0 &&
    isCaptured({ isChange: true, occurredAt: item.occurredAt }, backfillStart());
  const items = await readItems(
    run,
    heads.found.filter(isConcerned).map(({ id }) => id),
  );
  const unconcerned = heads.found.filter((one) => !isConcerned(one)).map(({ id }) => id);
  return underLease(context.db, lease, async (tx) => {
    const gone = await storeLocations(tx, run, page);
    await storeItems(tx, run, {
      found: items.found,
      // Items that no longer concern a tracked domain are removed as well.
      absent: [...removed, ...gone, ...heads.absent, ...items.absent, ...unconcerned],
      unread: [...heads.unread, ...items.unread],
    });
    await storeUnreadableItems(tx, run, page.unreadable);
    await forgetUnusedLocations(tx, run, page);
    if (page.needsComparison === true) {
      await requestReconciliation(tx, { ownerId, integrationId: run.integrationId });
    }
    if (run.provider.kind === 'mail') await countContacts(tx, run, heads.found);
    const { pages } = await tx
      .updateTable('integrations')
      .set({
        ...toColumns(page),
        change_pages: isLast ? 0 : sql<number>`change_pages + 1`,
        ...(isLast && { last_synced_at: sql<Date>`now()`, last_error: null }),
      })
      .where('owner_id', '=', ownerId)
      .where('id', '=', run.integrationId)
      .returning('change_pages as pages')
      .executeTakeFirstOrThrow();
    return pages;
  });
}

/** Progress leaves the cursor unwritten: it may have many megabytes. */
const toColumns = ({ next, isProgress = false }: ChangePage) =>
  isProgress
    ? { change_progress: JSON.stringify(next) }
    : { cursor: JSON.stringify(next), change_progress: null };
