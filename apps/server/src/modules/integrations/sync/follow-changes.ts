import { sql } from 'kysely';
import { findMatchingDomains } from '../../activities/find-matching-domains.ts';
import { countContacts } from '../discovery/count-contacts.ts';
import type { ChangePage, Cursor } from '../provider.ts';
import { underLease } from './lease.ts';
import { forgetUnusedLocations, storeLocations } from './item-locations.ts';
import { readHeads, readItems } from './read-items.ts';
import { storeUnreadableItems } from './store-failed-items.ts';
import { storeItems } from './store-items.ts';
import type { SyncRun } from './sync-run.ts';

/**
 * Reads what changed since the cursor, page by page. Of what is new the participants are read
 * first, and the text only where a tracked domain is among them.
 *
 * @throws ProviderError `cursor-expired`
 */
export async function followChanges(run: SyncRun, begin: Cursor): Promise<void> {
  for (let cursor = begin; ;) {
    const page = await run.concurrency.run(() => run.source.changes(cursor));
    await storeChanges(run, page);
    if (page.isLast) return;
    cursor = page.next;
  }
}

async function storeChanges(run: SyncRun, page: ChangePage) {
  const { changed, removed, next, isLast } = page;
  const { context, lease, ownerId } = run;
  const heads = await readHeads(run, changed);
  const concernedBy = await findMatchingDomains(
    context.db,
    ownerId,
    heads.found.flatMap(({ item }) => item.participants),
  );
  const isConcerned = ({ item }: (typeof heads.found)[number]) =>
    concernedBy(item.participants).length > 0;
  const items = await readItems(
    run,
    heads.found.filter(isConcerned).map(({ id }) => id),
  );
  const unconcerned = heads.found.filter((one) => !isConcerned(one)).map(({ id }) => id);
  await underLease(context.db, lease, async (tx) => {
    const gone = await storeLocations(tx, run, page);
    await storeItems(tx, run, {
      found: items.found,
      // What changed so that it concerns no one any more goes as well.
      absent: [...removed, ...gone, ...heads.absent, ...items.absent, ...unconcerned],
      unread: [...heads.unread, ...items.unread],
    });
    await storeUnreadableItems(tx, run, page.unreadable);
    await forgetUnusedLocations(tx, run, page);
    if (run.provider.kind === 'mail') await countContacts(tx, run, heads.found);
    await tx
      .updateTable('integrations')
      .set({
        cursor: JSON.stringify(next),
        ...(isLast && { last_synced_at: sql<Date>`now()`, last_error: null }),
      })
      .where('id', '=', run.integrationId)
      .execute();
  });
}
